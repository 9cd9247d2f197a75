import { useMemo } from "preact/hooks";
import type { Opened } from "../citations";
import { Reader } from "../reader/reader";
import { useTexts } from "../texts";
import { IconButton } from "./basics";

type PaneProps = { opened: Opened; close: () => void; expand: () => void };

/**
 * The page that a citation opened, with its words marked. The pages of a file stay loaded from one citation to the
 * next.
 */
export function PagePane({ opened, close, expand }: PaneProps) {
  const t = useTexts();
  const { collection, file, version } = opened;
  const source = useMemo(() => ({ path: `/collections/${collection}/files/${file}`, ...(version && { version }) }), [collection, file, version]);
  return (
    <aside class="pane" aria-label={opened.filename}>
      <header class="pane-head">
        <strong class="grow" title={opened.filename}>{opened.filename}</strong>
        <IconButton icon="out" label={t.common.open} onClick={expand} />
        <IconButton icon="close" label={t.common.close} onClick={close} />
      </header>
      <Reader key={`${file}/${version}`} source={source} places={opened.places} start={opened.page} narrow tab="page" />
    </aside>
  );
}
