// Connects the fields of an extraction with their places on the pages, in both directions.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { FieldPlaces } from "../reader/scan";
import type { Place } from "../reader/source";
import { anchor } from "./fields";
import type { Proofs } from "./proofs";

export type Pointing = {
  /** The places of the values whose fields are under the pointer. */
  hints: Place[];
  hint: (places: Place[]) => void;
  /** The places that somebody navigated to. */
  places: Place[];
  show: (places: Place[]) => void;
  /** The field whose place on a page is under the pointer. */
  pointed: string;
  fields: FieldPlaces;
  setProofs: (proofs: Proofs) => void;
};

const nowhere: Place[] = [];
const nothing: Proofs = new Map();

export function usePointing(): Pointing {
  const [places, show] = useState(nowhere);
  const [hints, hint] = useState(nowhere);
  const [proofs, setProofs] = useState(nothing);
  const [pointed, point] = useState("");
  const list = useMemo(() => [...proofs].map(([id, proof]) => ({ id, places: proof.places })), [proofs]);
  const over = useCallback((id: string) => {
    point(id);
    fieldOf(id)?.scrollIntoView({ block: "nearest" });
  }, []);
  const fields = useMemo(() => ({ list, point: over, choose: leadTo }), [list, over]);
  return { hints, hint, places, show, pointed, fields, setProofs };
}

/** Scrolls to the field of a value. */
export function leadTo(path: string) {
  const field = fieldOf(path);
  field?.focus();
  field?.scrollIntoView({ block: "center" });
}

const fieldOf = (path: string) =>
  [...window.document.querySelectorAll<HTMLElement>("[data-anchor], [id]")].find((e) => (e.dataset["anchor"] ?? e.id) === anchor(path));
