package wordpiece_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/encoder/wordpiece"
)

var vocabulary = []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", ",", "$", "12", "##3", "東", "京", "a", "##a", "ss", "##ß"}

func tokenizer(t testing.TB) *wordpiece.Tokenizer {
	t.Helper()
	tok, err := wordpiece.New(description(t, "WordPiece"))
	require.NoError(t, err)
	return tok
}

func description(t testing.TB, kind string) []byte {
	t.Helper()
	ids := map[string]int{}
	for i, piece := range vocabulary {
		ids[piece] = i
	}
	b, err := json.Marshal(map[string]any{
		"normalizer": map[string]any{"type": "BertNormalizer", "lowercase": true},
		"model":      map[string]any{"type": kind, "vocab": ids},
	})
	require.NoError(t, err)
	return b
}

func TestTextBecomesPieces(t *testing.T) {
	t.Parallel()
	tok := tokenizer(t)
	for _, c := range []struct{ name, text, want string }{
		{"the longest piece first", "unaffable", "un ##aff ##able"},
		{"a word of unknown parts", "unaffordable a", "[UNK] a"},
		{"accents and case", "CAFÉ Cafe\u0301", "cafe cafe"},
		{"marks stand alone", "cafe,cafe $123", "cafe , cafe $ 12 ##3"},
		{"Chinese characters stand alone", "東京a", "東 京 a"},
		{"what is not shown", "ca\u00adfe\x00 \ufffdcafe\u200b", "cafe cafe"},
		{"spaces of all kinds", " a\u00a0a\u3000a\ta\r\na ", "a a a a a"},
		{"not UTF-8", "ca\xfffe", "cafe"},
		{"a word that is too long", strings.Repeat("a", 101) + " a", "[UNK] a"},
		{"a word that just fits", strings.Repeat("a", 100), "a" + strings.Repeat(" ##a", 99)},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, strings.Fields("[CLS] "+c.want+" [SEP]"), pieces(tok.Tokens(c.text, 256)))
		})
	}
}

func TestTheBeginningOfALongTextIsKept(t *testing.T) {
	t.Parallel()
	tok := tokenizer(t)
	require.Equal(t, []string{"[CLS]", "un", "##aff", "[SEP]"}, pieces(tok.Tokens("unaffable a a", 4)))
	require.Equal(t, []string{"[CLS]", "[SEP]"}, pieces(tok.Tokens("a", 2)))
}

func TestADescriptionOfAnotherTokenizerIsRefused(t *testing.T) {
	t.Parallel()
	for _, b := range [][]byte{nil, []byte("{}"), []byte(`{"model": 3}`), description(t, "BPE")} {
		_, err := wordpiece.New(b)
		require.ErrorIs(t, err, wordpiece.ErrFormat)
	}
}

func pieces(ids []int32) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, vocabulary[id])
	}
	return out
}

func FuzzTokens(f *testing.F) {
	tok := tokenizer(f)
	for _, s := range []string{"", "unaffable, 東京", "e\u0301\u0301", "\xff\x00", strings.Repeat("\u0301", 100), "İß"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const limit = 16
		ids := tok.Tokens(text, limit)
		require.LessOrEqual(t, len(ids), limit)
		require.Equal(t, int32(2), ids[0])
		require.Equal(t, int32(3), ids[len(ids)-1])
		require.Equal(t, ids, tok.Tokens(text+" ", limit))
	})
}
