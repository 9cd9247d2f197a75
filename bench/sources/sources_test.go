package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryRuleIsStillInTheLayout(t *testing.T) {
	t.Parallel()
	sources, err := switched("../..", rules)
	require.NoError(t, err)
	for _, r := range rules {
		if r.factor != 0 {
			_, err := r.scaled("../..")
			require.NoError(t, err)
			continue
		}
		require.Contains(t, string(sources[filepath.Join(layout, r.file)]), `if ablated == "`+r.place()+`"`)
	}
}

func TestARuleIsSwitchedOffByTheNameOfTheProgram(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, layout), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, layout, "a.go"), []byte(
		"package a\n\nconst (\n\twide = .5\n\trows = 3\n)\n\nfunc pair() (int, bool) {\n\treturn rows, true\n}\n\nfunc mark() {\n\tpair()\n}\n"), 0o600))
	sources, err := switched(root, []rule{{file: "a.go", name: "pair", answer: "0;false"}, {file: "a.go", name: "mark", answer: nothing}})
	require.NoError(t, err)
	changed := string(sources[layout+"/a.go"])
	require.Contains(t, changed, "func pair() (int, bool) {\n\tif ablated == \"a.pair\" {\n\t\treturn 0, false\n\t}\n")
	require.Contains(t, changed, "func mark() {\n\tif ablated == \"a.mark\" {\n\t\treturn\n\t}\n")
	require.Contains(t, string(sources[layout+"/ablated.go"]), "package a\n")
	for want, r := range map[string]rule{
		"wide = 0.35": {file: "a.go", name: "wide", factor: .7},
		"rows = 4":    {file: "a.go", name: "rows", factor: 1.3},
	} {
		scaled, err := r.scaled(root)
		require.NoError(t, err)
		require.Contains(t, string(scaled), want)
	}
	_, err = switched(root, []rule{{file: "a.go", name: "gone", answer: "true"}})
	require.ErrorContains(t, err, "no rule gone")
}

// made returns a source with the named documents.
func made(t *testing.T, names ...string) set {
	t.Helper()
	s := set{name: "tagged", dir: t.TempDir()}
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "pdf"), 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "truth"), 0o755))
	for _, name := range names {
		require.NoError(t, os.WriteFile(s.truth(name), []byte("# Title"), 0o600))
		require.NoError(t, os.WriteFile(s.pdf(name), nil, 0o600))
	}
	return s
}

func TestASampleStaysTheSameWhenDocumentsAreAdded(t *testing.T) {
	t.Parallel()
	few := []string{"a-1", "a-2", "a-3", "a-4", "a-5", "a-6", "scan+a-1"}
	all, err := made(t, few...).ids(0)
	require.NoError(t, err)
	require.Equal(t, few[:6], all, "scans are left out")
	before, err := made(t, few...).ids(3)
	require.NoError(t, err)
	require.Len(t, before, 3)
	after, err := made(t, append(few, "a-7")...).ids(4)
	require.NoError(t, err)
	require.Subset(t, append(after, "a-7"), before)
}

func TestMarkdownThatStaysTheSameIsNotScoredAgain(t *testing.T) {
	t.Parallel()
	s, dir := made(t, "a-1", "b-1"), t.TempDir()
	scorer := filepath.Join(t.TempDir(), "score.py")
	require.NoError(t, os.WriteFile(scorer, []byte(strings.Join([]string{
		"import sys, pathlib",
		"at = lambda name: pathlib.Path(sys.argv[sys.argv.index(name) + 1])",
		"ids = at('--ids').read_text().split()",
		"at('--csv').write_text('id,overall,teds\\n' + ''.join(f'{i},0.5,\\n' for i in ids))",
		"open(__file__ + '.log', 'a').write(' '.join(ids) + ';')",
	}, "\n")), 0o600))
	b := bench{sets: []set{s}, scorer: scorer, out: dir}
	require.NoError(t, os.Mkdir(filepath.Join(dir, s.name), 0o755))
	write := func(id, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, s.name, id+".md"), []byte(text), 0o600))
	}
	write("a-1", "one")
	write("b-1", "two")
	var got scores
	for _, text := range []string{"one", "one", "changed"} {
		write("a-1", text)
		var err error
		got, err = b.score(t.Context(), s, []string{"a-1", "b-1"}, filepath.Join(dir, s.name))
		require.NoError(t, err)
	}
	require.Equal(t, scores{"a-1": {"overall": .5}, "b-1": {"overall": .5}}, got)
	log, err := os.ReadFile(scorer + ".log")
	require.NoError(t, err)
	require.Equal(t, "a-1 b-1;a-1;", string(log))
}

func TestAMeanIsOfTheDocumentsThatHaveTheMeasure(t *testing.T) {
	t.Parallel()
	rows := scores{"s/a": {"nid": .5, "teds": 1}, "s/b": {"nid": 1}}
	require.Equal(t, "0.7500", rows.mean([]string{"s/a", "s/b"}, "nid").String())
	require.Equal(t, "1.0000", rows.mean([]string{"s/a", "s/b"}, "teds").String())
	require.Empty(t, rows.mean([]string{"s/a", "s/b"}, "mhs").String())
}

func TestEveryPageIsShakenBeforeItsLayout(t *testing.T) {
	t.Parallel()
	sources, err := shaking("../..")
	require.NoError(t, err)
	require.Contains(t, string(sources[analyzed]), "layout.Analyze(shake.Input(s.Input))")
	_, err = shaking(t.TempDir())
	require.Error(t, err)
}

func TestOnlyDocumentsThatLoseAreListed(t *testing.T) {
	t.Parallel()
	base := scores{"office/a": {"overall": .9}, "office/b": {"overall": .5}, "office/c": {"overall": .5}}
	got := scores{"office/a": {"overall": .8}, "office/b": {"overall": .6}, "office/c": {"overall": .5}}
	lost := differences(base, got)
	require.Len(t, lost, 1)
	require.InDelta(t, 10, lost["office/a"], 1e-9)
}
