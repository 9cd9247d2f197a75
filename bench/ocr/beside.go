package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
	"quire/internal/convert/raster"
)

// contest is how one page was read by us and by tesseract alone, from the same image.
type contest struct{ ours, peer transcript }

// rounds are the degradations of the comparison with tesseract alone: the main ones and, of skew, the whole range.
var rounds = []string{
	"clean", "skew 0.3°", "skew 0.6°", "skew 1°", "skew -2.5°", "skew 5°", "skew -12°", "grain", "grain, skew 1.4°",
	"salt and pepper 2 %", "uneven light", "shadow's edge", "faint", "blurred", "200 dpi", "200 dpi, skew 0.8°", "150 dpi, JPEG 30",
	"100 dpi", "75 dpi", "JPEG quality 10", "copier: black edge, skew 1.5°", "camera", "fax",
}

// contests prints the error rates of both, by degradation. Truth is what people or the page's maker wrote down, in
// reading order, in a directory with truth/*.md beside pdf/*.pdf.
func (b *bench) contests(ctx context.Context, dirs, only string) error {
	var subjects []subject
	for dir := range strings.SplitSeq(dirs, ",") {
		found, err := b.subjects(ctx, filepath.Join(dir, "pdf"), told)
		if err != nil {
			return err
		}
		subjects = append(subjects, found...)
	}
	fmt.Printf("%d pages\n%s\n", len(subjects), contestHeading)
	var all []contest
	for _, d := range degradations {
		if only == "" && !wanted(d.name, strings.Join(rounds, ",")) || !wanted(d.name, only) {
			continue
		}
		results, err := b.contest(ctx, d, subjects)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		printContests(d.name, results)
		all = append(all, results...)
	}
	printContests("all", all)
	return nil
}

func (b *bench) contest(ctx context.Context, d degradation, subjects []subject) ([]contest, error) {
	results := make([]contest, len(subjects))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(b.parallel)
	for i, s := range subjects {
		group.Go(func() error {
			how := d.apply(s.img)
			if err := b.save(s.name, d.name, how.img); err != nil {
				return err
			}
			p, err := raster.Page(ctx, b.reader, raster.Image{Image: how.img, DPI: how.dpi})
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			ours := page.Markdown(p)
			alone, err := b.alone(ctx, how)
			if err != nil {
				return fmt.Errorf("%s: tesseract: %w", s.name, err)
			}
			results[i] = contest{transcribed(s.truth, ours), transcribed(s.truth, alone)}
			return b.keepTexts(s.name, d.name, ours, alone)
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if b.verbose {
		for i, r := range results {
			fmt.Printf("  %-40s %6.3f %6.3f\n", subjects[i].name, r.ours.rate(), r.peer.rate())
		}
	}
	return results, nil
}

// alone returns what tesseract reads when nobody prepares the image. What it said before of the same image is kept in
// the cache, if there is one: it never changes, and half of the time of a run goes into it.
func (b *bench) alone(ctx context.Context, how spoilt) (string, error) {
	sum := sha256.Sum256(how.img.Pix)
	cached := filepath.Join(b.cache, hex.EncodeToString(sum[:12])+strconv.Itoa(int(how.dpi)))
	if text, err := os.ReadFile(cached); err == nil && b.cache != "" {
		return string(text), nil
	}
	args := []string{"stdin", "stdout"}
	if how.dpi > 0 {
		args = append(args, "--dpi", strconv.Itoa(int(how.dpi)))
	}
	cmd := exec.CommandContext(ctx, "tesseract", args...)
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	input, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	go func() {
		defer input.Close()
		_ = png.Encode(input, image.Image(how.img)) // tesseract reports what it cannot read
	}()
	text, err := cmd.Output()
	if err != nil || b.cache == "" {
		return string(text), err
	}
	return string(text), os.WriteFile(cached, text, 0o600)
}

// keepTexts saves both readings next to the degraded image.
func (b *bench) keepTexts(subject, name, ours, alone string) error {
	if b.keep == "" {
		return nil
	}
	base := filepath.Join(b.keep, keptName(subject, name))
	if err := os.WriteFile(base+".ours.txt", []byte(ours), 0o600); err != nil {
		return err
	}
	return os.WriteFile(base+".alone.txt", []byte(alone), 0o600)
}

// writtenDown returns the truth next to a PDF, or "" if there is none or if it has a table, because people read cells in
// different orders.
func writtenDown(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), ".pdf") + ".md"
	text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "..", "truth", name))
	if err != nil || strings.Contains(string(text), "<table") || strings.Contains(string(text), "\n|") {
		return ""
	}
	return string(text)
}

// A page's own text must have the share agreed of the truth's words, or one of them is not what the page shows, and the
// share inOrder of both in the same order, or people may read the page in more than one.
const agreed, inOrder = .97, .9

// told draws a page of running text whose truth is known, out of a document of one page.
func told(ctx context.Context, engine *pdf.Engine, file string) (subject, bool, error) {
	truth := writtenDown(file)
	if truth == "" || !english(truth) {
		return subject{}, false, nil
	}
	if info, err := engine.Inspect(ctx, file); err != nil || info.Pages != 1 {
		return subject{}, false, err
	}
	s, ok, err := drawn(ctx, engine, file)
	s.truth = truth
	own := transcribed(truth, page.Markdown(s.page))
	return s, ok && own.recall() >= agreed && own.order() >= inOrder, err
}

// english reports whether both may be expected to read all letters of a text: no other language data is given to them.
func english(text string) bool {
	foreign, letters := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if r > unicode.MaxASCII {
				foreign++
			}
		}
	}
	return 500*foreign < letters
}
