package activities_test

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/convert"
	"quire/internal/convert/page"
	"quire/internal/index"
	"quire/internal/retrieve"
	"quire/schema"
)

// BenchmarkIndexFile takes converted pages of 500 words through the database into the index: passages, terms, weights,
// count and switch. The target is at least 300 pages per second.
func BenchmarkIndexFile(b *testing.B) {
	const pages = 200
	l := newLibrary(b)
	files := 0
	for b.Loop() {
		b.StopTimer()
		files++
		up := l.upload(fmt.Sprintf("report-%d.md", files), fmt.Sprintf("# Report %d", files))
		job, err := l.do.ClaimFile(b.Context(), up.File.VersionID)
		require.NoError(b, err)
		storePages(b, l, job, pages)
		b.StartTimer()
		assembled, err := l.env.ExecuteActivity(l.do.AssembleFile, activities.AssembleFileInput{Job: job, Pages: 1, PagesPerRange: pages})
		require.NoError(b, err)
		var text activities.FileText
		require.NoError(b, assembled.Get(&text))
		for from := 0; from < text.Passages; from += activities.PassagesAtOnce {
			_, err := l.env.ExecuteActivity(l.do.IndexPassages, activities.IndexInput{
				Job: job.GenerationKey, From: from, To: min(from+activities.PassagesAtOnce, text.Passages),
			})
			require.NoError(b, err)
		}
		complete, err := l.do.CheckCount(b.Context(), job.GenerationKey, text.Passages)
		require.NoError(b, err)
		require.True(b, complete)
		_, err = l.do.ActivateFile(b.Context(), job, text.Output)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(files*pages)/b.Elapsed().Seconds(), "pages/s")
}

// storePages writes pages of text where the conversion would have stored them.
func storePages(b *testing.B, l *library, job activities.FileJob, pages int) {
	b.Helper()
	r, w := io.Pipe()
	go func() {
		enc := convert.NewPageEncoder(w)
		for n := range pages {
			p := page.Page{Number: n + 1}
			for block := range 10 {
				text := fmt.Sprintf("Case %d of page %d: ", block, n) + strings.Repeat("the committee has taken note of the item and will return. ", 4)
				p.Blocks = append(p.Blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}})
			}
			if err := enc.Encode(p); err != nil {
				w.CloseWithError(err)
				return
			}
		}
		w.CloseWithError(enc.Close())
	}()
	_, err := l.store.Put(b.Context(), fmt.Sprintf("%sranges/%05d", job.Conversion.Prefix, 1), r, 1<<30)
	require.NoError(b, err)
}

// BenchmarkSearch searches a collection of 10,000 passages and reads the texts of the hits.
func BenchmarkSearch(b *testing.B) {
	l := newLibrary(b)
	for n := range 20 {
		up := l.upload(fmt.Sprintf("report-%d.md", n), fmt.Sprintf("# Report %d", n))
		job, err := l.do.ClaimFile(b.Context(), up.File.VersionID)
		require.NoError(b, err)
		storePages(b, l, job, 200)
		assembled, err := l.env.ExecuteActivity(l.do.AssembleFile, activities.AssembleFileInput{Job: job, Pages: 1, PagesPerRange: 200})
		require.NoError(b, err)
		var text activities.FileText
		require.NoError(b, assembled.Get(&text))
		l.index(job, text)
		_, err = l.do.ActivateFile(b.Context(), job, text.Output)
		require.NoError(b, err)
	}
	in := retrieve.Question{Account: l.account.ID, Collections: []uuid.UUID{l.collection}, Queries: []string{"case 7 of the committee"}, Limit: 30}
	for b.Loop() {
		hits, err := l.searcher().Search(b.Context(), in)
		require.NoError(b, err)
		require.Len(b, hits, 30)
	}
}

// BenchmarkLoad fills an embedded index with 100,000 passages of 120 different terms from the database, as happens at
// start-up. The target is at most 5 s.
func BenchmarkLoad(b *testing.B) {
	const files, perFile = 100, 1000
	l := newLibrary(b)
	random := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(random, 1.1, 2, 1<<20)
	for n := range files {
		up := l.upload(fmt.Sprintf("report-%d.md", n), fmt.Sprintf("# Report %d", n))
		job, err := l.do.ClaimFile(b.Context(), up.File.VersionID)
		require.NoError(b, err)
		_, err = l.db.StorePassages(b.Context(), job.Generation, job.Attempt, job.VersionID, "en", func(yield func(schema.Passage, error) bool) {
			for i := range perFile {
				if !yield(randomPassage(words, i), nil) {
					return
				}
			}
		})
		require.NoError(b, err)
		_, err = l.do.ActivateFile(b.Context(), job, activities.Output{Pages: 1, Key: "output"})
		require.NoError(b, err)
	}
	for b.Loop() {
		l.openIndex(index.Config{})
		reload(b, l)
	}
}

func randomPassage(words *rand.Zipf, number int) schema.Passage {
	counts := map[uint32]uint32{}
	for len(counts) < 120 {
		counts[uint32(words.Uint64())*2654435761]++
	}
	p := schema.Passage{Number: number, PageStart: 1, PageEnd: 1, Kind: "text", Text: "text", Spans: []byte("[]")}
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		p.TermIDs, p.TermCounts = append(p.TermIDs, id), append(p.TermCounts, counts[id])
		p.TermTotal += int(counts[id])
	}
	return p
}
