"""Makes the files on which bench/formats.sh compares converters, and scores how many words the converters keep.

    words.py make CORPUS DIR           copies documents and makes mails, each with FILE.words next to it
    words.py markitdown OUT FILE...    converts files with markitdown
    words.py docling OUT FILE...       converts files with docling
    words.py score OUT NAME...         prints the recall of OUT/NAME/STEM.md by kind of file
"""
import csv
import html
import html.parser
import io
import pathlib
import re
import sys
import zipfile
from collections import Counter
from email.message import EmailMessage
from xml.etree import ElementTree

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT_WORD = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
# Elements of a web page whose text is hidden or is not prose.
UNSEEN = {"script", "style", "head", "template", "noscript", "svg", "math", "select", "textarea", "button"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def words(text):
    """Words of letters and digits, in lower case, without Markdown markup and punctuation."""
    return re.findall(r"[^\W_]+", text.lower())


def parsed(archive, name):
    return ElementTree.fromstring(archive.read(name)) if name in archive.namelist() else ElementTree.Element("none")


def of_docx(data):
    """The text of runs, with a space between paragraphs. Alternative content is skipped, because it repeats other
    text."""
    out = []

    def walk(e):
        if e.tag.endswith("}Fallback"):
            return
        if e.tag in (WORD + "t", STRICT_WORD + "t"):
            out.append(e.text or "")
        elif e.tag.rpartition("}")[2] in ("p", "tab", "br", "cr"):
            out.append(" ")
        for child in e:
            walk(child)

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml"):
            walk(parsed(archive, part))
    return "".join(out)


def of_xlsx(data):
    """The texts of cells. Numbers are left out, because their text depends on their format."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        shared = ["".join(t.text or "" for t in s.iter(SHEET + "t")) for s in parsed(archive, "xl/sharedStrings.xml").iter(SHEET + "si")]
        out = []
        for name in archive.namelist():
            if not re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name):
                continue
            for cell in parsed(archive, name).iter(SHEET + "c"):
                value = cell.find(SHEET + "v")
                if cell.get("t") == "s" and value is not None:
                    out.append(shared[int(value.text)])
                elif cell.get("t") == "inlineStr":
                    out.append("".join(t.text or "" for t in cell.iter(SHEET + "t")))
    return " ".join(out)


class Page(html.parser.HTMLParser):
    """Collects the visible text of a web page."""

    def __init__(self):
        super().__init__()
        self.out, self.unseen = [], []

    def handle_starttag(self, tag, attrs):
        hidden = tag in UNSEEN or "hidden" in dict(attrs)
        if tag not in VOID and (self.unseen or hidden):
            self.unseen.append(tag)
        if not self.unseen:
            self.out.append(" " if tag not in ("b", "i", "em", "strong", "a", "span", "sub", "sup", "code", "u") else "")

    def handle_endtag(self, tag):
        if tag in self.unseen:
            while self.unseen.pop() != tag:
                pass

    def handle_data(self, data):
        if not self.unseen:
            self.out.append(data)


def of_html(data):
    page = Page()
    page.feed(data.decode("utf-8", "replace"))
    return "".join(page.out)


def of_csv(data):
    text = data.decode("utf-8", "replace")
    return " ".join(" ".join(row) for row in csv.reader(io.StringIO(text)))


READERS = {".docx": of_docx, ".xlsx": of_xlsx, ".html": of_html, ".csv": of_csv}


def mail(number, subject, text):
    m = EmailMessage()
    m["From"], m["To"], m["Subject"] = "Jürgen Müller <j@example.org>", "Ann Lee <ann@example.org>", subject
    m["Date"] = "Mon, 2 Feb 2026 10:00:00 +0100"
    m["Message-ID"] = f"<{number}@example.org>"
    m.set_content(text, charset=("utf-8", "iso-8859-1", "windows-1252")[number % 3], cte=("quoted-printable", "base64", "8bit")[number % 3])
    return m


TEXT = """Hello Ann,

the papers that you asked for are below. Größe und Maße stehen im Anhang.

On Friday you wrote:
> Could you send them again?
>> They were in the first message.

-- 
Jürgen
Wexmouth harbour
"""
HEAD = "Jürgen Müller j example org Ann Lee ann example org Mon 02 Feb 2026 10 00 00 0100 "


def mails(documents):
    """Mails of various structures around documents, as (name, bytes, words)."""
    for i, (path, data, own) in enumerate(documents):
        subject = f"Papers {i}"
        m, expected = mail(i, subject, TEXT), HEAD + subject + " " + TEXT
        if i % 2:
            marked = "".join(f"<p>{line}</p>" for line in TEXT.split("\n\n"))
            m.add_alternative(f"<html><body><table role=presentation><tr><td>{marked}</td></tr></table></body></html>", subtype="html")
        if i % 3 != 2:
            m.add_attachment(data, maintype="application", subtype="octet-stream", filename=path.name)
            expected += " " + own
        if i % 4 == 3:
            inner = mail(100 + i, "Inner message", "What was forwarded.")
            m.add_attachment(inner)
            expected += " Inner message What was forwarded. " + HEAD
        yield f"eml-{i:02}.eml", m.as_bytes(), expected


def make(corpus, out):
    documents = []
    for path in sorted([*corpus.glob("office/*/*"), *corpus.glob("docx/docling/*")]):
        if path.suffix not in READERS:
            continue
        data = path.read_bytes()
        text = READERS[path.suffix](data)
        if not words(text):
            continue
        name = f"{path.suffix[1:]}-{path.name}"
        (out / name).write_bytes(data)
        (out / f"{name}.words").write_text(text)
        documents.append((path, data, text))
    for name, data, text in mails([d for d in documents if d[0].suffix != ".html"][::3]):
        (out / name).write_bytes(data)
        (out / f"{name}.words").write_text(text)


def recall(markdown, reference):
    want = Counter(words(reference))
    markdown = re.sub(r"</?su[bp]>", "", markdown)  # subscripts and superscripts belong to words
    have = Counter(words(html.unescape(re.sub(r"</?[a-zA-Z][^>@:]*>", " ", markdown))))
    return sum((want & have).values()) / want.total()


def result(path):
    return path.read_text(errors="replace") if path.exists() else ""


def markitdown(out, files):
    """Converts files with markitdown in one process, because its start takes longer than most conversions."""
    from markitdown import MarkItDown

    converter = MarkItDown()
    for file in files:
        try:
            (out / f"{file.stem}.md").write_text(converter.convert(str(file)).text_content)
        except Exception as e:  # any exception loses only this file
            print(f"{file.name}: {e}", file=sys.stderr)


def docling(out, files):
    """Converts files with docling's readers that need no models. Its pipeline would need PyTorch to start."""
    from docling.backend.csv_backend import CsvDocumentBackend
    from docling.backend.email_backend import EmailDocumentBackend
    from docling.backend.html_backend import HTMLDocumentBackend
    from docling.backend.msexcel_backend import MsExcelDocumentBackend
    from docling.backend.msword_backend import MsWordDocumentBackend
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    readers = {
        ".csv": (InputFormat.CSV, CsvDocumentBackend),
        ".docx": (InputFormat.DOCX, MsWordDocumentBackend),
        ".eml": (InputFormat.EMAIL, EmailDocumentBackend),
        ".html": (InputFormat.HTML, HTMLDocumentBackend),
        ".xlsx": (InputFormat.XLSX, MsExcelDocumentBackend),
    }
    for file in files:
        if file.suffix not in readers:
            continue
        kind, reader = readers[file.suffix]
        try:
            document = InputDocument(path_or_stream=file, format=kind, backend=reader, filename=file.name)
            (out / f"{file.stem}.md").write_text(document._backend.convert().export_to_markdown())
        except Exception as e:  # as above
            print(f"{file.name}: {e}", file=sys.stderr)


def score(out, names):
    kinds = {}
    for path in sorted((out / "files").glob("*.words")):
        file = path.name.removesuffix(".words")
        row = [recall(result(out / name / f"{pathlib.Path(file).stem}.md"), path.read_text()) for name in names]
        kinds.setdefault(file.rpartition(".")[2], []).append((file, row))
    print(f"{'kind':8}{'files':>6}" + "".join(f"{name:>13}" for name in names))
    for kind, rows in sorted(kinds.items()):
        means = [sum(row[i] for _, row in rows) / len(rows) for i in range(len(names))]
        print(f"{kind:8}{len(rows):6}" + "".join(f"{mean:13.3f}" for mean in means))
    behind = [(file, row) for rows in kinds.values() for file, row in rows if row[0] < max(row) - 0.005]
    for file, row in behind:
        print(f"behind: {file:40}" + "".join(f"{r:9.3f}" for r in row))


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif sys.argv[1] in ("markitdown", "docling"):
        convert = {"markitdown": markitdown, "docling": docling}[sys.argv[1]]
        convert(pathlib.Path(sys.argv[2]), [pathlib.Path(f) for f in sys.argv[3:]])
    else:
        score(pathlib.Path(sys.argv[2]), sys.argv[3:])
