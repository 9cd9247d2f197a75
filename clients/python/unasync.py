"""Generates the synchronous client, quire/_sync, from the asynchronous one, quire/_aio, which is written by hand. With
the name of a program, it writes the synchronous form of that program to standard output instead."""

import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).parent / "src" / "quire"

WORDS = {
    r"\basync (def|with|for) ": r"\1 ",
    r"\bawait ": "",
    r"\bAsync(Client|Iterator|Iterable|Generator)\b": r"\1",
    r"\ba(sleep|chunks|close|iter_bytes|read)\b": r"\1",
    r"__a(enter|exit|iter)__": r"__\1__",
}


def synchronous(text: str) -> str:
    """Returns the program with the asynchronous words replaced."""
    for pattern, word in WORDS.items():
        text = re.sub(pattern, word, text)
    return "# Generated from quire/_aio by make clients. Do not edit.\n\n" + text


def main() -> None:
    if len(sys.argv) > 1:
        sys.stdout.write(synchronous(pathlib.Path(sys.argv[1]).read_text()))
        return
    target = SOURCE / "_sync"
    target.mkdir(exist_ok=True)
    for path in sorted((SOURCE / "_aio").glob("*.py")):
        (target / path.name).write_text(synchronous(path.read_text()))


if __name__ == "__main__":
    main()
