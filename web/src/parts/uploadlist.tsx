import { inWords, useTexts } from "../texts";
import { type Upload, again, cancel } from "../uploads";
import { IconButton, Progress } from "./basics";
import { Icon } from "./icons";

const shown = 8; // of the waiting files; a dropped folder may contain thousands

/** The files being uploaded. */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  const t = useTexts();
  if (uploads.length === 0) return null;
  const ordered = [...uploads].sort((a, b) => rank(a) - rank(b));
  const rest = ordered.length - shown;
  return (
    <section class="card uploads" aria-label={t.uploads.label}>
      <p class="uploads-head" role="status">{t.uploads.left(uploads.length)}</p>
      <ul>{ordered.slice(0, shown).map((u) => <UploadRow key={u.id} upload={u} />)}</ul>
      {rest > 0 && <p class="faint">{t.uploads.more(rest)}</p>}
    </section>
  );
}

function rank(u: Upload): number {
  return { failed: 0, sending: 1, waiting: 2 }[u.state];
}

function UploadRow({ upload: u }: { upload: Upload }) {
  const t = useTexts();
  return (
    <li class="upload">
      <Icon name={u.state === "failed" ? "alert" : "upload"} size={18} />
      <span class="upload-name" title={u.name}>{u.name}</span>
      {u.state === "failed" && u.failure && <span class="bad" role="alert">{inWords(t, u.failure)}</span>}
      {u.state === "sending" && <Progress value={u.file ? u.sent : null} label={t.uploads.progress(u.name)} />}
      {u.state === "waiting" && <span class="faint">{t.uploads.waiting}</span>}
      <span class="row">
        {u.state === "failed" && <IconButton icon="retry" label={t.common.retry} onClick={() => again(u)} />}
        <IconButton icon="close" label={t.uploads.cancel} onClick={() => cancel(u)} />
      </span>
    </li>
  );
}
