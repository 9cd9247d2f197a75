import { useCallback, useEffect, useState } from "preact/hooks";
import { LocationProvider, Route, Router, lazy, useLocation } from "preact-iso";
import { asFailure } from "./hooks";
import { ToastProvider } from "./parts/toasts";
import { Center, ErrorNote, Loading } from "./parts/basics";
import { Shell } from "./parts/shell";
import { DocumentsScreen } from "./screens/documents";
import { LoginScreen } from "./screens/login";
import { type Failure, onExpired } from "./service";
import { type Login, type LoginProblem, currentLogin, logIn, logOut, takeProblem, takeToken } from "./session";
import { LanguageContext, keepLanguage, preferredLanguage, textsOf, useTexts } from "./texts";
import { LoginContext, useStart } from "./who";

const DocumentScreen = lazy(() => import("./screens/document").then((m) => m.DocumentScreen));
const CollectionsScreen = lazy(() => import("./screens/collections").then((m) => m.CollectionsScreen));
const CollectionScreen = lazy(() => import("./screens/collection").then((m) => m.CollectionScreen));
const FileScreen = lazy(() => import("./screens/file").then((m) => m.FileScreen));
const AskScreen = lazy(() => import("./screens/ask").then((m) => m.AskScreen));
const ExtractorsScreen = lazy(() => import("./screens/extractors").then((m) => m.ExtractorsScreen));
const ExtractorScreen = lazy(() => import("./screens/extractor").then((m) => m.ExtractorScreen));
const BuilderScreen = lazy(() => import("./screens/builder").then((m) => m.BuilderScreen));
const BatchesScreen = lazy(() => import("./screens/batches").then((m) => m.BatchesScreen));
const BatchScreen = lazy(() => import("./screens/batch").then((m) => m.BatchScreen));
const SourcesScreen = lazy(() => import("./screens/sources").then((m) => m.SourcesScreen));
const SourceScreen = lazy(() => import("./screens/source").then((m) => m.SourceScreen));
const AccountScreen = lazy(() => import("./screens/account").then((m) => m.AccountScreen));
const AccountsScreen = lazy(() => import("./screens/accounts").then((m) => m.AccountsScreen));
const ManagedAccountScreen = lazy(() => import("./screens/managedaccount").then((m) => m.ManagedAccountScreen));

type State =
  | { is: "starting" }
  | { is: "unreachable"; failure: Failure }
  | { is: "out"; ended: boolean; failure?: Failure; problem?: LoginProblem }
  | { is: "in"; login: Login };

export function App() {
  const [language, setLanguage] = useState(preferredLanguage);
  const [state, setState] = useState<State>({ is: "starting" });
  useEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
  }, [language]);
  const start = useCallback(() => {
    setState({ is: "starting" });
    begin().then(setState, (cause: unknown) => setState({ is: "unreachable", failure: asFailure(cause) }));
  }, []);
  useEffect(start, [start]);
  useEffect(() => onExpired(() => setState((s) => (s.is === "in" ? { is: "out", ended: true } : s))), []);
  const leave = useCallback(() => {
    logOut().finally(() => setState({ is: "out", ended: false }));
  }, []);
  const t = textsOf(language);
  return (
    <LanguageContext.Provider value={language}>
      <ToastProvider>
        {state.is === "starting" && <Center><Loading label={t.common.loading} /></Center>}
        {state.is === "unreachable" && <Center><ErrorNote failure={state.failure} retry={start} /></Center>}
        {state.is === "out" && (
          <LoginScreen ended={state.ended} failure={state.failure} problem={state.problem} enter={(login) => setState({ is: "in", login })} />
        )}
        {state.is === "in" && (
          <LoginContext.Provider value={state.login}>
            <LocationProvider scope="/app">
              <Shell language={language} choose={setLanguage} leave={leave}><Screens /></Shell>
            </LocationProvider>
          </LoginContext.Provider>
        )}
      </ToastProvider>
    </LanguageContext.Provider>
  );
}

/** Logs in with the token of a login link if the page was opened through one. Otherwise it asks who is logged in. */
async function begin(): Promise<State> {
  const token = takeToken();
  if (token) {
    try {
      return { is: "in", login: await logIn({ token }) };
    } catch (cause) {
      const login = await currentLogin(); // an existing login is enough if the link fails
      return login ? { is: "in", login } : { is: "out", ended: false, failure: asFailure(cause) };
    }
  }
  const problem = takeProblem();
  const login = await currentLogin();
  return login ? { is: "in", login } : { is: "out", ended: false, ...(problem && { problem }) };
}

function Screens() {
  return useStart() === "/app/accounts" ? <OperatorScreens /> : <AllScreens />;
}

/** Operators see accounts, but not their content. */
function OperatorScreens() {
  return (
    <Router>
      <Route path="/app/accounts" component={AccountsScreen} />
      <Route path="/app/accounts/:id" component={ManagedAccountScreen} />
      <Route default component={Accounts} />
    </Router>
  );
}

function Accounts() {
  const { route } = useLocation();
  useEffect(() => route("/app/accounts", true), [route]);
  return null;
}

function AllScreens() {
  return (
    <Router>
      <Route path="/app/documents" component={DocumentsScreen} />
      <Route path="/app/documents/:id" component={DocumentScreen} />
      <Route path="/app/collections" component={CollectionsScreen} />
      <Route path="/app/collections/:id" component={CollectionScreen} />
      <Route path="/app/collections/:id/files/:file" component={FileScreen} />
      <Route path="/app/ask" component={AskScreen} />
      <Route path="/app/ask/:session" component={AskScreen} />
      <Route path="/app/extractors" component={ExtractorsScreen} />
      <Route path="/app/extractors/_new" component={BuilderScreen} />
      <Route path="/app/extractors/:slug" component={ExtractorScreen} />
      <Route path="/app/extractors/:slug/definition" component={BuilderScreen} />
      <Route path="/app/batches" component={BatchesScreen} />
      <Route path="/app/batches/:id" component={BatchScreen} />
      <Route path="/app/sources" component={SourcesScreen} />
      <Route path="/app/sources/:id" component={SourceScreen} />
      <Route path="/app/account" component={AccountScreen} />
      <Route path="/app/accounts" component={AccountsScreen} />
      <Route path="/app/accounts/:id" component={ManagedAccountScreen} />
      <Route default component={Elsewhere} />
    </Router>
  );
}

/** The start page is the list of documents. Any other unknown address gets a message. */
function Elsewhere() {
  const { path, route } = useLocation();
  const t = useTexts();
  const start = ["/app", "/app/", "/app/login"].includes(path);
  useEffect(() => {
    if (start) route("/app/documents", true);
  }, [start, route]);
  return start ? null : <Center><p>{t.common.noSuchPage}</p><a class="button" href="/app/documents">{t.nav.documents}</a></Center>;
}
