package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A document has perDocument formulas, and TeX gets this long for it.
const (
	perDocument = 12
	texTime     = time.Minute
)

// document is a LaTeX document and what its formulas are.
type document struct {
	Name     string    `json:"name"`
	Font     string    `json:"font"`
	Columns  int       `json:"columns"`
	Formulas []formula `json:"formulas"`
}

// formula is one formula of a document. The sentence before it, or around it, ends with its number, which is
// unique in the document.
type formula struct {
	Number int    `json:"number"`
	TeX    string `json:"tex"`
	Inline bool   `json:"inline"`
	// Labelled formulas have an equation number in the margin.
	Labelled bool `json:"labelled"`
}

// fonts are the preambles of the typefaces.
var fonts = map[string]string{
	"cm": "", "lm": `\usepackage{lmodern}\usepackage[T1]{fontenc}`, "times": `\usepackage{mathptmx}`, "palatino": `\usepackage{mathpazo}`,
	"tx": `\usepackage{txfonts}`, "px": `\usepackage{pxfonts}`,
}

var fontNames = []string{"cm", "cm", "cm", "lm", "times", "palatino", "tx", "px"}

// draw makes up a document around formulas.
func draw(r *rand.Rand, name string, texts []string) document {
	d := document{Name: name, Font: fontNames[r.IntN(len(fontNames))], Columns: 1 + r.IntN(4)/3}
	for i, tex := range texts {
		f := formula{Number: 1000 + 37*i + r.IntN(37), TeX: tex}
		inLine := len(tokens(tex)) <= mostInline && !strings.Contains(tex, `\begin`)
		f.Inline = inLine && r.IntN(3) == 0
		f.Labelled = !f.Inline && r.IntN(2) == 0
		d.Formulas = append(d.Formulas, f)
	}
	return d
}

// mostInline is the maximum number of tokens of a formula within a line.
const mostInline = 30

// source writes the document in LaTeX. Every formula begins on a line of the file that the result names.
func (d document) source(r *rand.Rand) (tex string, lines []int) {
	var b strings.Builder
	fmt.Fprintf(&b, "\\documentclass[%dpt]{article}\n\\usepackage{amsmath,amssymb}\n%s\n\\begin{document}\n\\sloppy\n", 10+r.IntN(3), fonts[d.Font])
	if d.Columns == 2 {
		b.WriteString("\\twocolumn\n")
	}
	for i, f := range d.Formulas {
		if i%4 == 0 {
			fmt.Fprintf(&b, "\\section{%s}\n", title(r))
		}
		for range r.IntN(3) {
			b.WriteString(sentence(r) + "\n")
		}
		lines = append(lines, strings.Count(b.String(), "\n")+1)
		fmt.Fprintf(&b, "%s\n", f.source(r))
	}
	b.WriteString("\\end{document}\n")
	return b.String(), lines
}

func (f formula) source(r *rand.Rand) string {
	switch {
	case f.Inline:
		return fmt.Sprintf("For the %s of %d, $%s$ is what %s needs.", word(r), f.Number, strings.TrimRight(f.TeX, ".,; "), word(r))
	case f.Labelled:
		return fmt.Sprintf("%s by the %s of %d\n\\begin{equation}\n%s\n\\end{equation}", capital(words(r, 4+r.IntN(12))), word(r), f.Number, f.TeX)
	}
	return fmt.Sprintf("%s by the %s of %d\n\\[\n%s\n\\]", capital(words(r, 4+r.IntN(12))), word(r), f.Number, f.TeX)
}

var vocabulary = strings.Fields(`the a of each every method model value estimate sample result limit case proof system state order given follows
under whose measure error bound field point space number mean over where since hence because of weight term between
distribution depends only on and large small enough for all observed data with respect to its first second approximation`)

func word(r *rand.Rand) string { return vocabulary[r.IntN(len(vocabulary))] }

func words(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = word(r)
	}
	return strings.Join(out, " ")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func sentence(r *rand.Rand) string { return capital(words(r, 8+r.IntN(14))) + "." }

func title(r *rand.Rand) string { return capital(words(r, 2+r.IntN(3))) }

// typeset makes the PDF of a document, and drops formulas that TeX refuses.
func (d document) typeset(ctx context.Context, folder string, seed uint64) (document, error) {
	for len(d.Formulas) > 0 {
		tex, lines := d.source(rand.New(rand.NewPCG(seed, 1)))
		wrong, err := pdflatex(ctx, folder, d.Name, tex)
		if err != nil || wrong == 0 {
			return d, err
		}
		drop := 0
		for i, line := range lines {
			if line <= wrong {
				drop = i
			}
		}
		d.Formulas = append(d.Formulas[:drop:drop], d.Formulas[drop+1:]...)
	}
	return d, errors.New("no formula is left")
}

var wrongLine = regexp.MustCompile(`(?m)^l\.(\d+)`)

// pdflatex makes a PDF, or returns the first line of the source that is wrong.
func pdflatex(ctx context.Context, folder, name, tex string) (wrong int, err error) {
	ctx, cancel := context.WithTimeout(ctx, texTime)
	defer cancel()
	if err := os.WriteFile(filepath.Join(folder, name+".tex"), []byte(tex), 0o600); err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-output-directory", folder, name+".tex")
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if m := wrongLine.FindSubmatch(out); m != nil {
		return strconv.Atoi(string(m[1]))
	}
	if err != nil {
		return 0, fmt.Errorf("pdflatex: %w: %s", err, bytes.TrimSpace(out[max(0, len(out)-300):]))
	}
	return 0, nil
}
