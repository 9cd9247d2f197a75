import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Language, useTexts } from "../texts";
import { useLogin, useMay, useStart } from "../who";
import { IconButton } from "./basics";
import { Icon, type IconName } from "./icons";

type ShellProps = { language: Language; choose: (language: Language) => void; leave: () => void; children: ComponentChildren };

export function Shell({ language, choose, leave, children }: ShellProps) {
  const t = useTexts();
  const login = useLogin();
  const start = useStart();
  const [reads, manages, operates] = [useMay("read"), useMay("admin"), useMay("operator")];
  const [theme, toggle] = useTheme();
  const other: Language = language === "en" ? "de" : "en";
  return (
    <div class="shell">
      <a class="skip" href="#main">{t.nav.skip}</a>
      <header class="side">
        <a class="brand" href={start}><Mark /><span>Quire</span></a>
        <nav aria-label={t.nav.label}>
          <ul>
            {reads && <ContentItems />}
            {manages && <NavItem to="/app/account" icon="account" label={t.nav.account} />}
            {operates && <NavItem to="/app/accounts" icon="accounts" label={t.nav.accounts} />}
          </ul>
        </nav>
        <div class="side-foot">
          <p class="who" title={login?.name}>{login?.account.name}</p>
          <button type="button" class="icon-button" lang={other} title={t.nav.otherLanguage} aria-label={t.nav.otherLanguage}
            onClick={() => choose(other)}>{other.toUpperCase()}</button>
          <IconButton icon={theme === "dark" ? "sun" : "moon"} label={theme === "dark" ? t.nav.light : t.nav.dark} onClick={toggle} />
          <IconButton icon="leave" label={t.nav.leave} onClick={leave} />
        </div>
      </header>
      <main id="main" tabIndex={-1}>{children}</main>
    </div>
  );
}

/** The screens of an account. */
function ContentItems() {
  const t = useTexts();
  return (
    <>
      <NavItem to="/app/documents" icon="documents" label={t.nav.documents} />
      <NavItem to="/app/batches" icon="batches" label={t.nav.batches} />
      <NavItem to="/app/collections" icon="collections" label={t.nav.collections} />
      <NavItem to="/app/sources" icon="sources" label={t.nav.sources} />
      <NavItem to="/app/ask" icon="ask" label={t.nav.ask} />
      <NavItem to="/app/extractors" icon="extractors" label={t.nav.extractors} />
    </>
  );
}

function NavItem({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  const { path } = useLocation();
  const here = path === to || path.startsWith(to + "/");
  return (
    <li>
      <a href={to} aria-current={here ? "page" : undefined}><Icon name={icon} /><span>{label}</span></a>
    </li>
  );
}

export function Mark() {
  return (
    <svg class="mark" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" class="mark-ground" />
      <path d="M9 7h10l4 4v14H9z" class="mark-page" />
      <path d="M12 13h5M12 21h8" class="mark-line" />
      <path d="M11.500 17h9" class="mark-quote" />
    </svg>
  );
}

type Theme = "light" | "dark";
const kept = "quire.theme";

/** The theme of the system, unless another one was chosen. */
function useTheme(): [Theme, () => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(kept) as Theme | null);
  const [system, setSystem] = useState<Theme>(() => systemTheme());
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setSystem(systemTheme());
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  const theme = chosen ?? system;
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  const toggle = () => {
    const next: Theme = theme === "dark" ? "light" : "dark";
    localStorage.setItem(kept, next);
    setChosen(next);
  };
  return [theme, toggle];
}

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
