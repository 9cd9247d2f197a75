package text_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/text"
)

func convert(t *testing.T, name, source string) page.Page {
	t.Helper()
	var got []page.Page
	err := text.Convert(t.Context(), strings.NewReader(source), int64(len(source)), text.Options{Language: strings.TrimPrefix(filepath.Ext(name), ".")}, func(p page.Page) error {
		got = append(got, p)
		return nil
	})
	require.NoError(t, err)
	require.Len(t, got, 1)
	require.Equal(t, 1, got[0].Number)
	return got[0]
}

func TestProseKeepsItsParagraphs(t *testing.T) {
	t.Parallel()
	wrapped := "This text was wrapped by its author at about sixty characters\nof width, so that the ends of its lines mean nothing at all in\nthe paragraph that they are a part of, as here where it goes on\nand ends.\n\nAnd another one that is long enough to be wrapped by its author\nand goes on."
	for name, c := range map[string]struct{ source, want string }{
		"wrapped lines":   {wrapped, strings.ReplaceAll(strings.ReplaceAll(wrapped, "\n", " "), "  ", "\n\n")},
		"short lines":     {"Ada Lovelace\n12 St James's Square\nLondon\r\n\r\nDear Sir,", "Ada Lovelace  \n12 St James's Square  \nLondon\n\nDear Sir,"},
		"list items":      {"- one\n- two\n  more\n\n1. a\n2. b", "- one\n- two  \n  more\n1. a\n2. b"},
		"fields":          {wrapped + "\n\nForwarded from Ada to her friend on a day that is long past in\nOctober:\nFrom: Ada Lovelace, Countess of Lovelace <ada@example.com>\nReply to: Charles Babbage, Lucasian Professor <cb@example.com>\nSubject: a line that goes on because it is as wide as they get\nhere", strings.ReplaceAll(strings.ReplaceAll(wrapped, "\n", " "), "  ", "\n\n") + "\n\nForwarded from Ada to her friend on a day that is long past in October:  \nFrom: Ada Lovelace, Countess of Lovelace \\<ada@example.com>  \nReply to: Charles Babbage, Lucasian Professor \\<cb@example.com>  \nSubject: a line that goes on because it is as wide as they get here"},
		"aligned columns": {"Item      Price\nApples      1.20\nPears       0.90", "```\nItem      Price\nApples      1.20\nPears       0.90\n```"},
		"markup is text":  {"# not *a* heading", `\# not \*a\* heading`},
		"nothing":         {" \n\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, page.Markdown(convert(t, "a.txt", c.source)))
		})
	}
}

func TestDataIsKeptVerbatim(t *testing.T) {
	t.Parallel()
	require.Equal(t, "```json\n{\n  \"a\": [\n    1\n  ]\n}\n```", page.Markdown(convert(t, "a.json", `{"a":[1]}`)))
	require.Equal(t, "```json\n{\n  \"a\": 1\n}\n```", page.Markdown(convert(t, "noext", `{"a":1}`)), "by content")
	require.Equal(t, "```json\n{\"a\":\n```", page.Markdown(convert(t, "broken.json", `{"a":`)))
	require.Equal(t, "```xml\n<a>\n <b/>\n</a>\n```", page.Markdown(convert(t, "a.xml", "<a>\n <b/>\n</a>\n")))
	require.Len(t, convert(t, "a.log", strings.Repeat("line\n", 1000)).Blocks, 3, "long files are split into several blocks")
}

func TestMarkdownBecomesBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, want string }{
		"headings":            {"# One #\n\nTwo *x*\n---\n\nThree\n===\n### Four", "# One\n\n## Two *x*\n\n# Three\n\n### Four"},
		"emphasis":            {"a *b* **c** ***d*** __e__ _f_ ~~g~~ snake_case 2 * 3 `h *i*`", "a *b* **c *d* e** *f* ~~g~~ snake_case 2 * 3 `h *i*`"},
		"nested marks":        {"**a *b* c** *d **e***", "**a *b* c** *d **e***"},
		"escapes":             {`\*a\* &amp; &lt;b&gt; 1 < 2`, `\*a\* & \<b> 1 < 2`},
		"lists":               {"* a\n  * b\n\n    more\n* c\n\n3. d\n4. e\n   - f", "- a\n  - b\n\nmore\n\n- c\n3. d\n4. e\n   - f"},
		"tasks":               {"- [ ] a\n- [x] b", "- [ ] a\n- [x] b"},
		"loose lists":         {"- a\n\n- b", "- a\n- b"},
		"lazy lines":          {"- a\nb\n\nc", "- a b\n\nc"},
		"code":                {"```go\nx := 1\n\n# no heading\n```\n\n    indented\n\n    code\n\ntext", "```go\nx := 1\n\n# no heading\n```\n\n```\nindented\n\ncode\n```\n\ntext"},
		"unclosed code":       {"~~~\na", "```\na\n```"},
		"tables":              {"| a | b |\n|---|:-:|\n| 1 | `x\\|y` |\n| 2 |\n\nafter", "| a | b |\n| --- | --- |\n| 1 | `x\\|y` |\n| 2 |  |\n\nafter"},
		"links":               {"[a](https://b.c/d_e_f \"t\") [x][r] [R] <https://e.f> https://g.h/i. [s](javascript:x) [t](#u) [v](w.md)\n\n[r]: https://r.r", "[a](https://b.c/d_e_f) [x](https://r.r) [R](https://r.r) <https://e.f> <https://g.h/i>. s t v"},
		"pictures":            {"![A plan](x.png)\n\nsee ![b](y) here", "![A plan]()\n\nsee here\n\n![b]()"},
		"quotes":              {"> quoted\n> text\n>\n> > deeper", "> quoted text\n>\n> deeper"},
		"line breaks":         {"a  \nb\\\nc\nd", "a  \nb  \nc d"},
		"rules":               {"a\n\n***\n\nb\n\n- - -", "a\n\nb"},
		"no definitions":      {"[Ann]: Good morning, Bob.\n\n[[a]: b\n\n[c]: d (see e)\n\n[x]: y (z)\n[//]: # (a comment)\n[q]: r 's'", "\\[Ann]: Good morning, Bob.\n\n\\[[a]: b"},
		"footnotes":           {"a[^1] b\n\n[^1]: The *note*.", "a[^1] b\n\n[^1]: The *note*."},
		"formulas":            {"so $x_1$ and $5 or $6\n\n$$\na=b\n$$", "so $x_1$ and \\$5 or \\$6\n\n$$a=b$$"},
		"front matter":        {"---\ntitle: x\n---\n# A", "```yaml\ntitle: x\n```\n\n# A"},
		"html":                {"<script>\nalert(1)\n</script>\n\n<div>\n<b>bold</b> text\n</div>\n\na<br>b <sup>2</sup> <!-- gone -->c\n\n<table><tr><td>1<td>2</table>", "**bold** text\n\na  \nb <sup>2</sup> c\n\n| 1 | 2 |\n| --- | --- |"},
		"many marks":          {strings.Repeat("*a ", 40), strings.TrimSpace(strings.Repeat("*a ", 40))},
		"a numbered sentence": {"It was in\n1999. Then", "It was in 1999. Then"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, page.Markdown(convert(t, "a.md", c.source)))
		})
	}
}

func TestNonTextFilesAreRejected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source string
		size   int64
		want   page.Reason
	}{
		"controls":  {strings.Repeat("\x01\x02abc\x00", 100), 600, page.Unsupported},
		"too large": {"", 65 << 20, page.TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := text.Convert(t.Context(), strings.NewReader(c.source), c.size, text.Options{}, func(page.Page) error { return nil })
			require.Equal(t, c.want, page.ReasonOf(err))
		})
	}
}

func TestConversionStopsWithContextOrReceiver(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := text.Convert(ctx, strings.NewReader("a"), 1, text.Options{}, func(page.Page) error { return nil })
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("full")
	err = text.Convert(t.Context(), strings.NewReader("a"), 1, text.Options{}, func(page.Page) error { return full })
	require.ErrorIs(t, err, full)
}

func FuzzConvert(f *testing.F) {
	f.Add("# a\n- b\n  1. c\n\n|a|b|\n|-|-|\n|1|\n", "a.md")
	f.Add("[a]: b\n[^1]: c\n> ```\n***x** _y_ ![z](w)[a]", "a.md")
	f.Add("\xff\xfea\x00", "a.txt")
	f.Add("{\"a\":1}", "a.json")
	f.Fuzz(func(t *testing.T, source, name string) {
		err := text.Convert(t.Context(), strings.NewReader(source), int64(len(source)), text.Options{Language: strings.TrimPrefix(filepath.Ext(name), ".")}, func(p page.Page) error {
			page.Markdown(p)
			return nil
		})
		if err != nil {
			require.NotEmpty(t, page.ReasonOf(err), "%v", err)
		}
	})
}
