import { useState } from "preact/hooks";
import { useLoad, useSettled } from "../hooks";
import { type DocumentSummary, answer, client } from "../service";
import { useFormat, useTexts } from "../texts";
import { Dialog, ErrorNote, Loading, Pager, SearchField } from "./basics";
import { Icon } from "./icons";

type ChoiceProps = { choose: (d: DocumentSummary) => void; close: () => void };

const pageSize = 10;

/** A dialog to choose one of the converted documents. */
export function DocumentChoice({ choose, close }: ChoiceProps) {
  const t = useTexts();
  const format = useFormat();
  const [search, setSearch] = useState("");
  const [skip, setSkip] = useState(0);
  const settled = useSettled(search, 200);
  const list = useLoad(
    (signal) => answer(client.GET("/documents", { params: { query: { status: "COMPLETED", skip, limit: pageSize, ...(settled && { search: settled }) } }, signal })),
    [settled, skip],
  );
  return (
    <Dialog title={t.extractors.chooseDocument} close={close}>
      <div class="dialog-body">
        <SearchField value={search} label={t.documents.search} change={(text) => { setSearch(text); setSkip(0); }} />
        {list.error && <ErrorNote failure={list.error} retry={list.reload} />}
        {!list.data && list.loading && <Loading label={t.common.loading} />}
        {list.data?.count === 0 && <p class="faint">{t.documents.noMatch}</p>}
        <ul class="choice-list">
          {list.data?.data.map((d) => (
            <li key={d.id}>
              <button type="button" class="value" onClick={() => choose(d)}>
                <Icon name="documents" size={18} /><span class="grow">{d.file_name}</span>
                <span class="faint">{d.page_count !== null && t.common.pageCount(d.page_count)} · {format.when(d.created_at)}</span>
              </button>
            </li>
          ))}
        </ul>
        {list.data && <Pager skip={skip} limit={pageSize} count={list.data.count} go={setSkip} />}
      </div>
    </Dialog>
  );
}
