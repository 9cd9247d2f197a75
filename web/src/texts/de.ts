// Alle Texte der Arbeitsfläche auf Deutsch.
import type { Texts } from "./en";

const plural = (n: number, one: string, many: string) => `${n.toLocaleString("de")} ${n === 1 ? one : many}`;
const errorsByStatus: Record<number, string> = {
  401: "Bitte neu anmelden.",
  403: "Wer dieses Konto verwaltet, kann das Recht oder den Platz dafür geben.",
  404: "Vielleicht wurde es inzwischen gelöscht.",
  413: "Die Datei teilen oder eine kleinere senden.",
  429: "Einen Augenblick warten und noch einmal versuchen.",
  502: "Etwas auf dem Weg zu Quire antwortet nicht. Gleich noch einmal versuchen.",
  503: "Ein Teil von Quire startet gerade oder ist ausgelastet. Gleich noch einmal versuchen.",
  504: "Die Antwort hat zu lange gedauert. Gleich noch einmal versuchen.",
};

export const de: Texts = {
  common: {
    loading: "Lädt …", retry: "Noch einmal", undo: "Rückgängig", close: "Schließen", cancel: "Abbrechen", save: "Speichern", delete: "Löschen",
    copy: "Kopieren", copied: "Kopiert", download: "Herunterladen", pages: "Seiten der Liste", newer: "Neuere", older: "Ältere",
    range: (from, to, count) => `${from}–${to} von ${count.toLocaleString("de")}`,
    noSuchPage: "Diese Seite gibt es nicht.", name: "Name", size: "Größe", added: "Hinzugefügt", state: "Stand", more: "Mehr",
    pageCount: (n) => plural(n, "Seite", "Seiten"),
    rename: "Umbenennen", open: "Öffnen", all: "Alle", yes: "Ja", no: "Nein",
  },
  nav: {
    label: "Arbeitsfläche", skip: "Zum Inhalt", documents: "Dokumente", collections: "Sammlungen", ask: "Fragen",
    extractors: "Extraktoren", account: "Konto", otherLanguage: "English", light: "Helle Farben", dark: "Dunkle Farben", leave: "Abmelden",
  },
  login: {
    provider: "Über die Organisation anmelden",
    title: "Anmelden", key: "API-Schlüssel", enter: "Anmelden", ended: "Die Sitzung ist zu Ende. Nach der Anmeldung geht es an derselben Stelle weiter.",
    hint: "„quire-dev key create default“ erzeugt einen Schlüssel. „make run“ gibt einen Link aus, der ohne Schlüssel anmeldet.",
    problems: {
      unavailable: "Die Anmeldung der Organisation antwortet nicht. In ein paar Minuten noch einmal versuchen oder einen Schlüssel benutzen.",
      denied: "Die Organisation hat die Anmeldung nicht bestätigt. Noch einmal versuchen; bleibt es dabei, hilft, wer dort die Konten verwaltet.",
      expired: "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Bitte noch einmal versuchen.",
      no_access: "Die Organisation kennt dieses Konto, aber keine seiner Gruppen darf Quire benutzen. Der Betreiber kann den Zugang geben.",
    },
  },
  errors: {
    byStatus: errorsByStatus, reference: "Kennung:",
    unreachable: "Quire ist nicht erreichbar. Bitte die Verbindung prüfen; was gesendet wurde, ist nicht verloren.",
    internal: "In Quire ist etwas schiefgegangen. Noch einmal versuchen; bleibt es dabei, hilft dem Betreiber die Kennung.",
    page: "Diese Seite hat einen Fehler gemacht. Bitte neu laden.",
  },
  drop: {
    label: "Dateien hinzufügen", title: "Dateien oder Ordner irgendwo hier ablegen", release: "Loslassen zum Hinzufügen", files: "Dateien wählen", folder: "Ordner wählen",
    hint: "oder einfügen", hintURL: "oder Dateien oder einen Link einfügen",
  },
  uploads: {
    label: "Übertragungen", left: (n) => plural(n, "Datei wird noch gesendet", "Dateien werden noch gesendet"), more: (n) => `und ${n.toLocaleString("de")} weitere`,
    waiting: "wartet", cancel: "Übertragung abbrechen", progress: (name) => `Gesendet von ${name}`,
  },
  documents: {
    title: "Dokumente", search: "Nach Namen suchen", anyState: "Jeder Stand", anyKind: "Umwandlungen und Extraktionen", conversions: "Nur Umwandlungen",
    from: "Von", to: "Bis", none: "Noch keine Dokumente", noneHint: "Ein PDF, eine Word-Datei, eine Tabelle, eine Mail oder das Foto einer Seite hier ablegen: Seite für Seite wird Markdown daraus.",
    noMatch: "Nichts passt dazu", clear: "Filter aufheben", deleted: (name) => `„${name}“ wird gelöscht`,
    delete: (name) => `${name} löschen`, list: "Dokumente", kind: "Ergebnis",
    states: { PENDING: "Wartet", PROCESSING: "In Arbeit", COMPLETED: "Fertig", FAILED: "Fehlgeschlagen", EXPIRED: "Abgelaufen" },
    options: "Einstellungen", accuracy: "Lesen", lite: "Schnell", ultra: "Gründlich (Scans, wo vorhanden mit einem Bildmodell)",
    separator: "Seitenwechsel anzeigen", skipImages: "Bilder weglassen", extractor: "Extrahieren mit", markdown: "Markdown",
    callback: "Webhook am Ende", url: "Link zu einem Dokument", addURL: "Hinzufügen",
    progress: (name) => `Fortschritt von ${name}`, pagesOf: (done, total) => `${done} von ${plural(total, "Seite", "Seiten")}`,
    secondsLeft: (n) => (n < 60 ? `noch etwa ${Math.max(1, Math.round(n))} s` : `noch etwa ${Math.round(n / 60)} min`),
    attempt: (n) => `Versuch ${n}`,
    steps: { queued: "wartet", fetch: "die Datei wird geholt", convert: "wird gelesen", finish: "wird abgeschlossen" },
  },
  reader: {
    pages: "Seiten als Bilder", text: "Seiten als Text", page: (n) => `Seite ${n}`, pageImage: (n) => `Bild der Seite ${n}`,
    noImage: (n) => `Seite ${n} lässt sich nicht zeichnen`, emptyPage: "Auf dieser Seite wurde nichts gelesen.", pageTab: "Seite", textTab: "Text",
    sourceTab: "Markdown", bar: "Lesen", views: "Ansichten", smaller: "Kleiner", larger: "Größer", fit: "Auf Breite", previous: "Vorige Seite",
    next: "Nächste Seite", pageNumber: "Seitenzahl", toDocuments: "Zurück zu den Dokumenten", toCollection: "Zurück zur Sammlung", copyMarkdown: "Markdown kopieren",
    original: "Original", working: "Wird gelesen …", expired: "Die Dateien dieses Dokuments wurden nach Ablauf der Frist entfernt.",
    failedHint: "Bitte die Datei berichtigen und noch einmal senden.", workflow: "Ablauf",
  },
  deliveries: {
    title: "Webhooks", none: "Es wurde kein Webhook verlangt.", again: "Noch einmal senden", status: (n) => `Antwort ${n}`,
    id: "Nachricht", body: "Was gesendet wird", sending: "wird gesendet", response: (cut) => (cut ? "Die Antwort, ihr Anfang" : "Die Antwort"),
    states: { pending: "Steht aus", delivered: "Zugestellt", exhausted: "Aufgegeben" },
  },
  evidence: {
    title: "Werte", unverified: "Von der Seite nicht belegt", unknown: "Stelle unbekannt", form: "Formular", json: "Ausgabe als JSON", missing: "Fehlt", corrected: "Berichtigt",
    noItems: "Es wurde nichts gefunden.", moreItems: (n) => `und ${plural(n, "weiterer Eintrag", "weitere Einträge")}, siehe JSON`,
    showOn: (name, page) => `${name} auf Seite ${page.toLocaleString("de")} zeigen`, notNumber: "Eine Zahl schreiben, zum Beispiel 1250.5",
    missingCount: (n) => plural(n, "Wert fehlt", "Werte fehlen"), weakCount: (n) => plural(n, "Wert ist nicht belegt", "Werte sind nicht belegt"),
    allProven: "Jeder Wert wurde gefunden und ist von der Seite belegt.",
    someProven: (n, count) => `Gezeigt werden die Belege der ersten ${n.toLocaleString("de")} von ${count.toLocaleString("de")} Werten.`,
    keep: "Als erwartete Werte behalten", keepAll: "Auch die Werte erwarten, die ich nicht berichtigt habe", kept: "Als Muster behalten: Tests vergleichen von nun an damit.",
  },
  extractors: {
    title: "Extraktoren", search: "Extraktoren suchen", origin: "Herkunft", anyOrigin: "Eigene und Katalog", origins: { own: "Eigener", catalog: "Katalog" },
    hint: "Ein Extraktor macht aus einem Dokument Werte, jeder mit den Worten auf der Seite, die ihn belegen.",
    price: (credits, type) => (credits === 0 ? "kostenlos" : `${plural(credits, "Guthabenpunkt", "Guthabenpunkte")} je ${type === "PER_PAGE" ? "Seite" : "Dokument"}`),
    toAll: "Zurück zu den Extraktoren", runs: "Extrahierte Dokumente", noRuns: "Noch nicht ausgeführt", noRunsHint: "Ein Dokument ablegen oder eines wählen, das schon hier ist.",
    fromDocuments: "Aus den Dokumenten wählen", chooseDocument: "Dokument wählen",
    remove: (name) => `${name} löschen?`, removeHint: "Er kann nicht mehr ausgeführt werden. Die Dokumente, auf die er angewandt wurde, bleiben.",
  },
  collections: {
    title: "Sammlungen", make: "Neue Sammlung", search: "Nach Namen suchen", none: "Noch keine Sammlungen",
    noneHint: "Eine Sammlung enthält Dateien, aus denen Fragen beantwortet werden, jede mit ihren Versionen.",
    fileCount: (n) => plural(n, "Datei", "Dateien"), back: "Zurück zu den Sammlungen", files: "Dateien", searchFiles: "Nach Pfad suchen", noFiles: "Noch keine Dateien",
    version: "Version", versions: "Versionen", versionNumber: (n) => `Version ${n}`, current: "beantwortet Fragen", newVersion: "Neue Version",
    reindex: (name) => `${name} neu indizieren`, find: "Was soll in dieser Sammlung gefunden werden?", findButton: "Finden",
    foundPassages: (n) => (n === 0 ? "Nichts gefunden. Vielleicht helfen andere Wörter." : plural(n, "Textstelle", "Textstellen")), table: "Tabelle",
    score: (n) => `Treffer ${n}`, scoreHint: "Wie gut sie passt, verglichen mit den anderen Stellen dieser Suche",

    states: { pending: "Wartet", processing: "In Arbeit", ready: "Fertig", failed: "Fehlgeschlagen", stored: "Aufbewahrt" },
    noText: {
      pending: "Diese Version wartet darauf, gelesen zu werden.", processing: "Diese Version wird gerade gelesen.", ready: "Es gibt nichts zu zeigen.",
      failed: "Diese Version ließ sich nicht lesen.", stored: "Dateien dieser Art werden aufbewahrt, wie sie sind.",
    },
  },
  ask: {
    sessions: "Gespräche", fresh: "Neu", search: "Gespräche suchen", none: "Noch keine Gespräche", begin: "Was möchten Sie wissen?",
    about: "Suchen in", allOfThem: "Nichts gewählt: Es wird in allen Sammlungen gesucht.", allFiles: "Alle Dateien", someFiles: (n) => plural(n, "Datei gewählt", "Dateien gewählt"),
    question: "Ihre Frage", send: "Fragen", stop: "Anhalten", thinking: "Liest …", searching: "Sucht …",
    noCollections: "Es gibt noch nichts zu fragen", noCollectionsHint: "Eine Sammlung anlegen und Dateien hineinlegen; dann fragen, und jede Antwort zeigt, wo sie steht.",
    partial: "Unvollständig: Die Antwort brach ab", failed: "Keine Antwort", again: "Noch einmal fragen", rename: (title) => `${title} umbenennen`,
    cited: (name, from, to) => `${name}, ${from === to ? `Seite ${from}` : `Seiten ${from}–${to}`}`,
  },
  account: {
    plan: "Tarif", unlimited: "ohne Grenze", usage: "Seiten nach Tagen", day: "Tag", noUsage: "Es wurde noch nichts umgewandelt.",
    kind: (kind) => ({ conversion: "Umwandlungen", extraction: "Extraktionen", file: "Dateien", question: "Fragen" })[kind] ?? kind,
    quotas: {
      stored_bytes: "Gespeichert", pages_per_day: "Seiten heute", files_per_collection: "Dateien in der vollsten Sammlung", sessions: "Gespräche",
      collections: "Sammlungen", keys: "Schlüssel",
    },
    secret: "Webhook-Geheimnis", secretHint: "Es unterschreibt jeden Webhook.", show: "Zeigen", audit: "Was geschah", action: "Vorgang, etwa key.create, oder dessen Anfang", keys: "Schlüssel", newKey: "Neuer Schlüssel",
    permissions: { read: "Lesen", write: "Schreiben", admin: "Verwalten" }, until: (date) => `bis ${date}`, revoked: "Widerrufen", revoke: "Widerrufen",
    once: "Dieser Schlüssel wird nur jetzt gezeigt. Bitte dort aufbewahren, wo Geheimnisse hingehören.", mayDo: "Er darf",
    rotate: "Geheimnis wechseln", rotateHint: "Ab jetzt unterschreibt ein neues Geheimnis jeden Webhook. Die älteren unterschreiben daneben weiter, damit Empfänger umstellen können.",
    overlap: "Wie lange die älteren noch unterschreiben", overlaps: { 0: "Gar nicht, denn sie sind bekannt geworden", 3600: "Eine Stunde", 86400: "Einen Tag", 604800: "Eine Woche" },
    expires: "Endet am (freiwillig)",
  },
};
