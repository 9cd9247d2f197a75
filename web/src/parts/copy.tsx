import { useState } from "preact/hooks";
import { useTexts } from "../texts";
import { Icon } from "./icons";
import { useToasts } from "./toasts";

const confirmed = 1500; // milliseconds

export function CopyButton({ text, label }: { text: string | (() => Promise<string>); label?: string }) {
  const t = useTexts();
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopied(true);
      setTimeout(() => setCopied(false), confirmed);
    } catch (cause) {
      toasts.fail(cause);
    }
  };
  return (
    <button type="button" class="button" onClick={copy}>
      <Icon name={copied ? "check" : "copy"} size={18} />
      <span aria-live="polite">{copied ? t.common.copied : (label ?? t.common.copy)}</span>
    </button>
  );
}
