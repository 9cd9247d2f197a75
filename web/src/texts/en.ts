// Every text of the workspace in English. The German ones are in de.ts; the compiler sees to it that none is missing.

const plural = (n: number, one: string, many: string) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
const errorsByStatus: Record<number, string> = {
  401: "Log in again.",
  403: "Ask whoever manages this account for the permission or the space.",
  404: "It may have been deleted in the meantime.",
  413: "Split the file, or send a smaller one.",
  429: "Wait a moment and try again.",
  502: "Something between you and Quire does not answer. Try again in a moment.",
  503: "Part of Quire is starting or busy. Try again in a moment.",
  504: "The answer took too long. Try again in a moment.",
};

/** What the keys of a definition are for, shown beside what can be completed. */
const builderHelp: Record<string, string> = {
  "definition.name": "shown to people", "definition.slug": "the address", "definition.description": "one sentence", "definition.cost": "the price",
  "definition.output": "how the result is written", "definition.pages": "which pages are read", "definition.engine": "rules, model or both",
  "definition.instructions": "plain language for the model", "definition.schema": "what the output looks like", "definition.rules": "how values are found",
  "definition.constraints": "sums that add up", "definition.required": "without these a run fails", "definition.labels": "labels that are no values",
  "rule.labels": "words beside or above the value", "rule.value": "where it is relative to them", "rule.within": "how many lines below",
  "rule.pattern": "a regular expression", "rule.between": "between two texts", "rule.table": "the rows of a list", "rule.parser": "how the text becomes a value",
  "rule.take": "which of the matches", "rule.pages": "for this rule alone", "rule.address": "first line of an address", "rule.prominent": "the largest text above",
  "rule.except": "how values never begin", "rule.differs": "fields with another value",
  "table.columns": "headers, by property", "table.key": "what every row has", "table.product": "first times second is third", "table.ignore": "other columns",
  "table.stop": "words that end it", "table.skip": "lines that are no rows", "table.row": "patterns of rows", "table.start": "headings above", "table.any": "every table as it is",
};

export const en = {
  common: {
    loading: "Loading…", retry: "Try again", undo: "Undo", close: "Close", cancel: "Cancel", save: "Save", delete: "Delete",
    copy: "Copy", copied: "Copied", download: "Download", pages: "Pages of the list", newer: "Newer", older: "Older",
    range: (from: number, to: number, count: number) => `${from}–${to} of ${count.toLocaleString("en")}`,
    noSuchPage: "There is no such page.", name: "Name", size: "Size", added: "Added", state: "State", more: "More",
    pageCount: (n: number) => plural(n, "page", "pages"),
    rename: "Rename", open: "Open", all: "All", yes: "Yes", no: "No",
  },
  nav: {
    label: "Workspace", skip: "Skip to the content", documents: "Documents", collections: "Collections", ask: "Ask",
    extractors: "Extractors", account: "Account", otherLanguage: "Deutsch", light: "Light colours", dark: "Dark colours", leave: "Log out",
  },
  login: {
    provider: "Log in with your organisation",
    title: "Log in", key: "API key", enter: "Log in", ended: "Your session has ended. Log in to go on where you were.",
    hint: "“quire-dev key create default” makes a key. “make run” prints a link that logs in without one.",
    problems: {
      unavailable: "The login of your organisation does not answer. Try again in a few minutes, or log in with a key.",
      denied: "Your organisation did not confirm the login. Try again; if it stays, ask whoever manages its accounts.",
      expired: "The login took too long, or was begun in another window. Try again.",
      no_access: "Your organisation knows you, but none of your groups may use Quire. Ask the operator for access.",
    },
  },
  errors: {
    byStatus: errorsByStatus, reference: "Reference:",
    unreachable: "Quire cannot be reached. Check the connection; nothing that was sent is lost.",
    internal: "Something went wrong inside Quire. Try again; if it stays, tell the operator the reference.",
    page: "This page made a mistake. Reload it.",
  },
  drop: {
    label: "Add files", title: "Drop files or folders anywhere", release: "Release to add", files: "Choose files", folder: "Choose a folder",
    hint: "or paste them", hintURL: "or paste files or a link",
  },
  uploads: {
    label: "Uploads", left: (n: number) => plural(n, "file to send", "files to send"), more: (n: number) => `and ${n.toLocaleString("en")} more`,
    waiting: "waiting", cancel: "Cancel the upload", progress: (name: string) => `Sent of ${name}`,
  },
  documents: {
    title: "Documents", search: "Search by name", anyState: "Any state", anyKind: "Conversions and extractions", conversions: "Only conversions",
    from: "From", to: "To", none: "No documents yet", noneHint: "Drop a PDF, a Word file, a spreadsheet, a mail or a photo of a page. It becomes Markdown, page by page.",
    noMatch: "Nothing matches", clear: "Clear the filters", deleted: (name: string) => `“${name}” will be deleted`,
    delete: (name: string) => `Delete ${name}`, list: "Documents", kind: "Result",
    states: { PENDING: "Waiting", PROCESSING: "Working", COMPLETED: "Ready", FAILED: "Failed", EXPIRED: "Expired" },
    options: "Options", accuracy: "Reading", lite: "Fast", ultra: "Thorough (scans, with a vision model where there is one)",
    separator: "Mark page breaks", skipImages: "Leave pictures out", extractor: "Extract with", markdown: "Markdown",
    callback: "Webhook when done", url: "Link to a document", addURL: "Add",
    progress: (name: string) => `Progress of ${name}`, pagesOf: (done: number, total: number) => `${done} of ${plural(total, "page", "pages")}`,
    secondsLeft: (n: number) => (n < 60 ? `about ${Math.max(1, Math.round(n))} s left` : `about ${Math.round(n / 60)} min left`),
    attempt: (n: number) => `attempt ${n}`,
    steps: { queued: "waiting for its turn", fetch: "fetching the file", convert: "reading", finish: "finishing" },
  },
  reader: {
    pages: "Pages as pictures", text: "Pages as text", page: (n: number) => `Page ${n}`, pageImage: (n: number) => `Picture of page ${n}`,
    noImage: (n: number) => `Page ${n} cannot be drawn`, emptyPage: "Nothing was read from this page.", pageTab: "Page", textTab: "Text",
    sourceTab: "Markdown", bar: "Reading", views: "Views", smaller: "Smaller", larger: "Larger", fit: "Fit the width", previous: "Previous page",
    next: "Next page", pageNumber: "Page number", toDocuments: "Back to the documents", toCollection: "Back to the collection", copyMarkdown: "Copy Markdown",
    original: "Original", working: "Being read…", expired: "The files of this document were removed at the end of their retention.",
    failedHint: "Correct the file and send it again.", workflow: "Workflow",
  },
  deliveries: {
    title: "Webhooks", none: "No webhook was asked for.", again: "Send again", status: (n: number) => `answered ${n}`,
    id: "Message", body: "What is sent", sending: "being sent", response: (cut: boolean): string => (cut ? "The answer, its beginning" : "The answer"),
    states: { pending: "Pending", delivered: "Delivered", exhausted: "Given up" },
  },
  evidence: {
    title: "Values", unverified: "Not proven by the page", unknown: "Place unknown", form: "Form", json: "Output as JSON", missing: "Missing", corrected: "Corrected",
    noItems: "Nothing was found.", moreItems: (n: number) => `and ${plural(n, "more item", "more items")}, which the JSON has`,
    showOn: (name: string, page: number) => `Show ${name} on page ${page.toLocaleString("en")}`, notNumber: "Write a number, such as 1250.5",
    missingCount: (n: number) => plural(n, "value is missing", "values are missing"), weakCount: (n: number) => plural(n, "value is not proven", "values are not proven"),
    allProven: "Every value was found and is proven by the page.",
    someProven: (n: number, count: number) => `The proofs of the first ${n.toLocaleString("en")} of ${count.toLocaleString("en")} values are shown.`,
    keep: "Keep as expected values", keepAll: "Expect the values that I did not correct, too", kept: "Kept as a sample: tests compare with it from now on.",
  },
  extractors: {
    title: "Extractors", make: "New extractor", edit: "Edit the definition", look: "Look at the definition", copy: "Copy as my own", search: "Search extractors", origin: "Origin", anyOrigin: "Own and catalog", origins: { own: "Own", catalog: "Catalog" },
    hint: "An extractor turns a document into values, each with the words on the page that prove it.",
    price: (credits: number, type: string) => (credits === 0 ? "free of charge" : `${plural(credits, "credit", "credits")} per ${type === "PER_PAGE" ? "page" : "document"}`),
    toAll: "Back to the extractors", runs: "Extracted documents", noRuns: "Not run yet", noRunsHint: "Drop a document, or choose one that is here already.",
    fromDocuments: "Choose from the documents", chooseDocument: "Choose a document",
    remove: (name: string) => `Delete ${name}?`, removeHint: "It cannot be run any more. The documents that it was run on remain.",
  },
  builder: {
    definition: "Definition", test: "Test", samples: (n: number) => (n > 0 ? `Samples (${n.toLocaleString("en")})` : "Samples"), back: "Back to the extractor", readOnly: "Read only",
    copyName: (name: string) => `My ${name.toLowerCase()}`, saved: (version: number) => `Saved as version ${version}.`, saveAs: (version: number) => `Save as version ${version}`,
    unchanged: "Nothing to save", checking: "Checking…", valid: "The definition has no faults.", line: (n: number) => `Line ${n}`,
    testHint: "The draft is run on these documents as you write, and nothing is stored. Only its rules are run: what is left to a model stays empty here.", addDocument: "Add a document", leaveOut: (name: string) => `Leave ${name} out`,
    testAgain: "Test again", testing: "Testing…", testFaulty: "The draft is tested as soon as it has no faults.", values: (n: number) => plural(n, "value", "values"),
    showValues: (name: string) => `Show the values of ${name}`, closeValues: "Back to the results", breaks: "Not as expected", asExpected: "As expected",
    requiredMissing: (names: string) => `A run would fail: ${names} is missing.`, notExpected: "Not as expected", expected: "Expected", found: "Found", value: "Value",
    changes: (n: number, version: number) => `${plural(n, "difference", "differences")} to version ${version}`, noChanges: (version: number) => `The same values as with version ${version}.`,
    before: "Before", now: "Now", runSamples: "Run all samples", forget: (name: string) => `Forget the sample ${name}`,
    noSamples: "No samples yet. Test a document, open its values, correct what is wrong and keep them: from then on every change is compared with them.",
    samplesHint: "Documents whose values are known. Run them all to see what the draft would break.",
    broken: (n: number, count: number) => `${n} of ${plural(count, "sample breaks", "samples break")}`, noneBroken: (count: number) => `${plural(count, "sample is", "samples are")} as expected`,
    compare: "Compare", compareWith: (version: number) => `Compare version ${version} with the draft`, take: "Take", takeOver: (version: number) => `Write on from version ${version}`,
    draft: "Draft", draftKept: "This browser keeps what is not saved.", discard: "Discard the changes", same: "Both are the same.",
    help: builderHelp, phrases: {} as Record<string, string>,
  },
  collections: {
    title: "Collections", make: "New collection", search: "Search by name", none: "No collections yet",
    noneHint: "A collection holds files that questions are answered from, each with its versions.",
    fileCount: (n: number) => plural(n, "file", "files"), back: "Back to the collections", files: "Files", searchFiles: "Search by path", noFiles: "No files yet",
    version: "Version", versions: "Versions", versionNumber: (n: number) => `Version ${n}`, current: "answers questions", newVersion: "New version",
    reindex: (name: string) => `Index ${name} again`, find: "What do you want to find in this collection?", findButton: "Find",
    foundPassages: (n: number) => (n === 0 ? "Nothing was found. Other words may help." : plural(n, "passage", "passages")), table: "Table",
    score: (n: string) => `fits ${n}`, scoreHint: "How well it fits, compared with the other passages of this search",

    states: { pending: "Waiting", processing: "Working", ready: "Ready", failed: "Failed", stored: "Stored" },
    noText: {
      pending: "This version is waiting to be read.", processing: "This version is being read.", ready: "There is nothing to show.",
      failed: "This version could not be read.", stored: "Files of this type are kept as they are.",
    },
  },
  ask: {
    sessions: "Conversations", fresh: "New", search: "Search conversations", none: "No conversations yet", begin: "What would you like to know?",
    about: "Look in", allOfThem: "Nothing chosen: all collections are searched.", allFiles: "All files", someFiles: (n: number) => plural(n, "file chosen", "files chosen"),
    question: "Your question", send: "Ask", stop: "Stop", thinking: "Reading…", searching: "Searching…",
    noCollections: "There is nothing to ask about yet", noCollectionsHint: "Make a collection and put files into it; then ask, and every answer shows where it stands.",
    partial: "Incomplete: the answer was cut off", failed: "No answer", again: "Ask again", rename: (title: string) => `Rename ${title}`,
    cited: (name: string, from: number, to: number) => `${name}, ${from === to ? `page ${from}` : `pages ${from}–${to}`}`,
  },
  account: {
    plan: "Plan", unlimited: "no limit", usage: "Pages by day", day: "Day", noUsage: "Nothing has been converted yet.",
    kind: (kind: string) => ({ conversion: "Conversions", extraction: "Extractions", file: "Files", question: "Questions" })[kind] ?? kind,
    quotas: {
      stored_bytes: "Stored", pages_per_day: "Pages today", files_per_collection: "Files in the fullest collection", sessions: "Conversations",
      collections: "Collections", keys: "Keys",
    },
    secret: "Webhook secret", secretHint: "It signs every webhook.", show: "Show", audit: "What was done", action: "Action, such as key.create, or its beginning", keys: "Keys", newKey: "New key",
    permissions: { read: "Read", write: "Write", admin: "Manage", operator: "Operate" }, until: (date: string) => `until ${date}`, revoked: "Revoked", revoke: "Revoke",
    once: "This key is shown only now. Keep it where secrets are kept.", mayDo: "It may",
    rotate: "Rotate the secret", rotateHint: "A new secret signs every webhook from now on. The older ones keep signing alongside it, so that receivers can change over.",
    overlap: "How long the older ones keep signing", overlaps: { 0: "Not at all, because they have leaked", 3600: "An hour", 86400: "A day", 604800: "A week" },
    expires: "Ends on (optional)",
  },
};

export type Texts = typeof en;
