import { useEffect, useRef, useState } from "preact/hooks";

/** LaTeX as MathML. LaTeX that cannot be converted is shown as text. */
export function Formula({ latex, display }: { latex: string; display?: boolean }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [set, setSet] = useState(false);
  useEffect(() => {
    let gone = false;
    void import("temml").then(({ default: temml }) => {
      if (gone || !ref.current) return;
      try {
        temml.render(latex, ref.current, { displayMode: display ?? false, throwOnError: true, trust: false, maxExpand: 500, maxSize: [40, 40] });
        setSet(true);
      } catch {
        ref.current.replaceChildren();
        setSet(false);
      }
    });
    return () => { gone = true; };
  }, [latex, display]);
  return (
    <span class={display ? "formula" : "math"}>
      <span ref={ref} hidden={!set} />
      {!set && <code>{latex}</code>}
    </span>
  );
}
