import { useLocation } from "preact-iso";
import { useMemo } from "preact/hooks";
import { usePointing } from "../extraction/pointing";
import { useLoad } from "../hooks";
import { type Live, useLive } from "../live";
import { Badge, Center, ErrorNote, Loading, Title } from "../parts/basics";
import { CopyButton } from "../parts/copy";
import { Deliveries } from "../parts/deliveries";
import { LiveProgress } from "../parts/documenttable";
import { EvidenceView } from "../parts/evidence";
import { Icon } from "../parts/icons";
import { WorkflowLink } from "../parts/workflow";
import { Reader } from "../reader/reader";
import { type Document, answer, base, client, local, raw } from "../service";
import { useFormat, useTexts } from "../texts";

export function DocumentScreen({ id = "" }: { id?: string }) {
  const t = useTexts();
  const loaded = useLoad((signal) => answer(client.GET("/documents/{id}", { params: { path: { id } }, signal })), [id]);
  const d = loaded.data;
  const working = d?.status === "PENDING" || d?.status === "PROCESSING";
  const lives = useLive(working ? `${base}/documents/${id}/events` : null, loaded.reload);
  if (!d) {
    return (
      <Center>
        {loaded.error ? <><ErrorNote failure={loaded.error} retry={loaded.reload} /><a href="/app/documents">{t.reader.toDocuments}</a></> : <Loading label={t.common.loading} />}
      </Center>
    );
  }
  return (
    <div class="reading">
      <DocumentHead d={d} />
      {working && <Working d={d} live={lives.get(id)} />}
      {d.status === "FAILED" && <Ended d={d} />}
      {d.status === "EXPIRED" && <Center><p>{t.reader.expired}</p></Center>}
      {d.status === "COMPLETED" && <Completed d={d} />}
    </div>
  );
}

function DocumentHead({ d }: { d: Document }) {
  const t = useTexts();
  const format = useFormat();
  const output = d.output_file_url ? local(d.output_file_url) : null;
  return (
    <header class="reading-head">
      <a class="icon-button" href="/app/documents" aria-label={t.reader.toDocuments} title={t.reader.toDocuments}><Icon name="back" /></a>
      <div class="grow">
        <Title tab={d.file_name}>{d.file_name}</Title>
        <p class="faint row">
          <Badge state={d.status}>{t.documents.states[d.status]}</Badge>
          {d.page_count !== null && <span>{t.common.pageCount(d.page_count)}</span>}
          {d.file_size > 0 && <span class="narrow-hide">{format.size(d.file_size)}</span>}
          <WorkflowLink id={`document/${d.id}`} />
        </p>
      </div>
      <div class="row actions">
        {output && d.output_file_name?.endsWith(".md") && <CopyButton label={t.reader.copyMarkdown} text={async () => (await raw(output)).text()} />}
        {output && <a class="button" href={output} download={d.output_file_name ?? ""}><Icon name="download" size={18} />{d.output_file_name?.split(".").pop()?.toUpperCase()}</a>}
        {d.file_url && <a class="button" href={local(d.file_url)} download={d.file_name}><Icon name="download" size={18} />{t.reader.original}</a>}
      </div>
    </header>
  );
}

function Working({ d, live }: { d: Document; live: Live | undefined }) {
  const t = useTexts();
  return (
    <Center>
      <h2>{t.reader.working}</h2>
      <LiveProgress live={live} name={d.file_name} />
    </Center>
  );
}

function Ended({ d }: { d: Document }) {
  const t = useTexts();
  return (
    <div class="screen">
      <div class="note note-error" role="alert"><Icon name="alert" /><div><p>{d.error}</p><p class="faint">{t.reader.failedHint}</p></div></div>
      <Deliveries id={d.id} />
    </div>
  );
}

function Completed({ d }: { d: Document }) {
  const t = useTexts();
  const { query } = useLocation();
  const source = useMemo(() => ({ path: `/documents/${d.id}` }), [d.id]);
  const pointing = usePointing();
  const tabs = [
    ...(d.extractor_id ? [{ id: "evidence", name: t.evidence.title, view: <EvidenceView document={d} pointing={pointing} /> }] : []),
    { id: "deliveries", name: t.deliveries.title, view: <Deliveries id={d.id} /> },
  ];
  const first = d.extractor_id ? { tab: "evidence" } : {};
  return <Reader key={d.id} source={source} {...first} places={pointing.places} hints={pointing.hints} fields={pointing.fields} start={Number(query["page"]) || 1} tabs={tabs} />;
}
