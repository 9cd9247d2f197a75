import { useState } from "preact/hooks";
import { asFailure, useLoad } from "../hooks";
import { ErrorNote } from "../parts/basics";
import { Icon } from "../parts/icons";
import { Mark } from "../parts/shell";
import type { Failure } from "../service";
import { type Login, type LoginProblem, logIn, providerURL } from "../session";
import { useTexts } from "../texts";

type LoginProps = { ended: boolean; failure: Failure | undefined; problem: LoginProblem | undefined; enter: (login: Login) => void };

export function LoginScreen({ ended, failure, problem, enter }: LoginProps) {
  const t = useTexts();
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(failure);
  const { data: provider } = useLoad(providerURL, []);
  const submit = async (e: Event) => {
    e.preventDefault();
    setBusy(true);
    setRefused(undefined);
    try {
      enter(await logIn({ key: key.trim() }));
    } catch (cause) {
      setRefused(asFailure(cause));
      setBusy(false);
    }
  };
  return (
    <main class="login">
      <form class="card login-card" onSubmit={submit}>
        <div class="brand brand-large"><Mark /><span>Quire</span></div>
        <h1>{t.login.title}</h1>
        {ended && <p class="note" role="status">{t.login.ended}</p>}
        {problem && !refused && <div class="note note-error" role="alert"><Icon name="alert" /><p>{t.login.problems[problem]}</p></div>}
        {refused && <ErrorNote failure={refused} />}
        <label class="field">
          <span>{t.login.key}</span>
          <input type="password" name="key" autocomplete="current-password" required autofocus spellcheck={false}
            placeholder="qk_live_…" value={key} onInput={(e) => setKey(e.currentTarget.value)} />
        </label>
        <button type="submit" class="button button-main" disabled={busy || key.trim() === ""}>{t.login.enter}</button>
        {provider && <a class="button" href={provider}>{t.login.provider}</a>}
        <p class="faint">{t.login.hint}</p>
      </form>
    </main>
  );
}
