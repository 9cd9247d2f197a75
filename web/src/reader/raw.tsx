import { useLoad } from "../hooks";
import { ErrorNote, Loading } from "../parts/basics";
import { CopyButton } from "../parts/copy";
import { base, raw } from "../service";
import { useTexts } from "../texts";
import type { Page, Source } from "./source";

/** The Markdown source of a page. */
export function SourceView({ page }: { page: Page | undefined }) {
  const t = useTexts();
  if (!page) return <Loading label={t.common.loading} />;
  const shown = page.blocks.filter((b) => b.kind !== "page_head" && b.kind !== "page_foot");
  return <Raw text={shown.map((b) => b.markdown).join("\n\n")} />;
}

/** The JSON of a page from the API, including words. */
export function JSONView({ source, page }: { source: Source; page: number }) {
  const t = useTexts();
  const version = source.version ? `&version=${source.version}` : "";
  const loaded = useLoad(
    async (signal) => JSON.stringify(await (await raw(`${base}${source.path}/pages/${page}?words=true${version}`, { signal })).json(), null, 2),
    [source.path, source.version, page],
  );
  if (loaded.error) return <ErrorNote failure={loaded.error} retry={loaded.reload} />;
  if (loaded.data === undefined) return <Loading label={t.common.loading} />;
  return <Raw text={loaded.data} />;
}

function Raw({ text }: { text: string }) {
  return (
    <div class="raw">
      <div class="raw-copy"><CopyButton text={text} /></div>
      <pre tabIndex={0}><code>{text}</code></pre>
    </div>
  );
}
