"""Converts a file to Markdown and shows its progress."""

import sys

import quire

with quire.Client() as client:
    markdown = client.convert(sys.argv[1], progress=lambda p: print(p.step, p.pages_done, "of", p.pages_total, file=sys.stderr))
    print(markdown)
