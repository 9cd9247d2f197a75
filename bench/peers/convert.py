"""Converts files with unpdf in one process, or counts their pages.

    convert.py convert OUT FILE...
    convert.py pages FILE...
    convert.py longest FILE...    the file with the most pages
"""
import pathlib
import sys

import unpdf


def pages(file):
    try:
        return unpdf.get_page_count(file)
    except unpdf.UnpdfError:
        return 0


command, files = sys.argv[1], sys.argv[2:]
if command == "pages":
    print(sum(pages(f) for f in files))
elif command == "longest":
    print(max(files, key=pages))
else:
    out, files = pathlib.Path(files[0]), files[1:]
    for file in files:
        try:
            (out / f"{pathlib.Path(file).stem}.md").write_text(unpdf.to_markdown(file))
        except unpdf.UnpdfError as e:
            print(f"unpdf: {file}: {e}", file=sys.stderr)
