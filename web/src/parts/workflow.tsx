import { useLoad } from "../hooks";
import { raw } from "../service";
import { useTexts } from "../texts";
import { Icon } from "./icons";

type Settings = { workflows_url: string };
let settings: Promise<Settings> | undefined;

/** The operator's settings. They are the same for everyone and do not change while the page is open. */
function loadSettings(): Promise<Settings> {
  settings ??= raw("/app/settings.json").then((r) => r.json() as Promise<Settings>);
  return settings;
}

/** A link to a workflow in Temporal's web UI, if the operator has set its address. */
export function WorkflowLink({ id }: { id: string }) {
  const t = useTexts();
  const { data } = useLoad(loadSettings, []);
  if (!data?.workflows_url) return null;
  return (
    <a class="workflow" href={data.workflows_url + encodeURIComponent(id)} target="_blank" rel="noreferrer">
      {t.reader.workflow}<Icon name="out" size={14} />
    </a>
  );
}
