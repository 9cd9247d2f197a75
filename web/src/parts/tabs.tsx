import { useTexts } from "../texts";

type TabsProps = { views: { id: string; name: string }[]; tab: string; set: (id: string) => void };

export function Tabs({ views, tab, set }: TabsProps) {
  const t = useTexts();
  const keys = (e: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    e.stopPropagation();
    const next = views[(views.findIndex((v) => v.id === tab) + step + views.length) % views.length];
    if (!next) return;
    set(next.id);
    (e.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-view="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t.reader.views} onKeyDown={keys}>
      {views.map((v) => (
        <button key={v.id} type="button" role="tab" data-view={v.id} class="tab" aria-selected={v.id === tab} tabIndex={v.id === tab ? 0 : -1}
          onClick={() => set(v.id)}>{v.name}</button>
      ))}
    </div>
  );
}
