import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Dropped, chosenFiles, droppedFiles } from "../dropped";
import { useTexts } from "../texts";
import { Icon } from "./icons";

type DropZoneProps = {
  /** Gets the files that were dropped, chosen or pasted. */
  take: (files: Dropped[]) => void;
  /** Gets an address that was pasted. Without it, addresses are not accepted. */
  takeURL?: (url: string) => void;
  children?: ComponentChildren;
};

/** Accepts files that are dropped or pasted anywhere on the page, or chosen with the buttons. */
export function DropZone({ take, takeURL, children }: DropZoneProps) {
  const t = useTexts();
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    folder.current?.setAttribute("webkitdirectory", "");
  }, []);
  usePageDrops(take, takeURL, setOver);
  const chosen = (input: HTMLInputElement) => {
    if (input.files) take(chosenFiles(input.files));
    input.value = "";
  };
  return (
    <section class={over ? "drop drop-over" : "drop"} aria-label={t.drop.label}>
      <Icon name="upload" size={28} />
      <div class="drop-text">
        <strong>{over ? t.drop.release : t.drop.title}</strong>
        <span class="faint">{takeURL ? t.drop.hintURL : t.drop.hint}</span>
      </div>
      <div class="row">
        <button type="button" class="button button-main" onClick={() => files.current?.click()}>{t.drop.files}</button>
        <button type="button" class="button" onClick={() => folder.current?.click()}>{t.drop.folder}</button>
      </div>
      <input ref={files} class="hidden" type="file" multiple tabIndex={-1} aria-label={t.drop.files} data-test="files"
        onChange={(e) => chosen(e.currentTarget)} />
      <input ref={folder} class="hidden" type="file" multiple tabIndex={-1} aria-label={t.drop.folder}
        onChange={(e) => chosen(e.currentTarget)} />
      {children}
    </section>
  );
}

function usePageDrops(take: DropZoneProps["take"], takeURL: DropZoneProps["takeURL"], setOver: (over: boolean) => void) {
  const latest = useRef({ take, takeURL });
  latest.current = { take, takeURL };
  useEffect(() => {
    const hasFiles = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
    const over = (e: DragEvent) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      setOver(true);
    };
    const leave = (e: DragEvent) => e.relatedTarget === null && setOver(false);
    const drop = (e: DragEvent) => {
      if (!hasFiles(e) || !e.dataTransfer) return;
      e.preventDefault();
      setOver(false);
      void droppedFiles(e.dataTransfer).then((files) => latest.current.take(files));
    };
    const paste = (e: ClipboardEvent) => pasted(e, latest.current);
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, [setOver]);
}

function pasted(e: ClipboardEvent, { take, takeURL }: DropZoneProps) {
  const into = e.composedPath().find((at) => at instanceof Element); // composedPath also reaches into the editor, which has its own shadow root
  if (into?.closest("input, textarea, [contenteditable]") || !e.clipboardData) return;
  if (e.clipboardData.files.length > 0) {
    take(chosenFiles(e.clipboardData.files));
    return;
  }
  const text = e.clipboardData.getData("text/plain").trim();
  if (takeURL && /^https?:\/\/\S+$/.test(text)) takeURL(text);
}
