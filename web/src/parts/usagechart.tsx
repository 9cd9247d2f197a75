import { useFormat, useTexts } from "../texts";

type Day = { date: string; kind: string; runs: number; pages: number; credits: number };

const shown = 30; // days

/** Pages by day and kind, as bars and, for screen readers, as a table. */
export function UsageChart({ days }: { days: Day[] }) {
  const t = useTexts();
  const format = useFormat();
  const dates = [...new Set(days.map((d) => d.date))].sort().slice(-shown);
  if (dates.length === 0) return <p class="faint">{t.account.noUsage}</p>;
  const pages = (date: string, kind: string) => days.filter((d) => d.date === date && d.kind === kind).reduce((n, d) => n + d.pages, 0);
  const kinds = [...new Set(days.map((d) => d.kind))].sort();
  const most = Math.max(1, ...dates.map((date) => kinds.reduce((n, kind) => n + pages(date, kind), 0)));
  return (
    <>
      <div class="bars" aria-hidden="true">
        {dates.map((date) => (
          <div key={date} class="bar" title={`${date}: ${kinds.map((k) => `${t.account.kind(k)} ${pages(date, k)}`).join(", ")}`}>
            {kinds.map((kind, i) => <span key={kind} class={`bar-part bar-${i % 4}`} style={{ height: `${(100 * pages(date, kind)) / most}%` }} />)}
          </div>
        ))}
      </div>
      <div class="table-scroll" tabIndex={0}>
        <table>
          <thead><tr><th>{t.account.day}</th>{kinds.map((k) => <th key={k}>{t.account.kind(k)}</th>)}</tr></thead>
          <tbody>{dates.toReversed().map((date) => <tr key={date}><td>{date}</td>{kinds.map((k) => <td key={k} class="end">{format.number(pages(date, k))}</td>)}</tr>)}</tbody>
        </table>
      </div>
    </>
  );
}
