package main

import (
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// written is a formula that somebody wrote, and the package that it is from.
type written struct{ TeX, From string }

// directive matches the line that begins formulas in reStructuredText.
var directive = regexp.MustCompile(`^(\s*)\.\. math::(.*)$`)

// collect reads the displayed formulas in the documentation of all Python files below a folder. Those with commands that
// are not LaTeX's own are left out, and so are duplicates.
func collect(root string) ([]written, error) {
	seen := map[string]bool{}
	var out []written
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".py" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		from, _, _ := strings.Cut(strings.TrimPrefix(path, root+"/"), "/")
		for _, tex := range formulas(string(b)) {
			if key := strings.Join(canonical(tex), ""); !seen[key] {
				seen[key] = true
				out = append(out, written{TeX: tex, From: from})
			}
		}
		return nil
	})
	return out, err
}

// formulas returns the formulas of one file. A directive's formulas are indented more than it, with blank lines between
// them.
func formulas(source string) []string {
	lines := strings.Split(source, "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		m := directive.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		body := m[2]
		for i+1 < len(lines) && (strings.TrimSpace(lines[i+1]) == "" || strings.HasPrefix(lines[i+1], m[1]+" ")) {
			i++
			if line := strings.TrimSpace(lines[i]); !strings.HasPrefix(line, ":") { // an option
				body += "\n" + line
			}
		}
		for tex := range strings.SplitSeq(body, "\n\n") {
			if tex = display(tex); tex != "" && isPlain(tex) {
				out = append(out, tex)
			}
		}
	}
	return out
}

// display writes a formula as it is in a displayed equation. Backslashes are doubled in strings that are not raw.
func display(tex string) string {
	tex = strings.TrimSpace(label.ReplaceAllString(tex, ""))
	if doubled.MatchString(tex) && !single.MatchString(tex) {
		tex = strings.ReplaceAll(tex, `\\`, `\`)
	}
	tex = strings.TrimSuffix(strings.TrimRight(tex, " \n"), `\\`)
	if strings.HasPrefix(tex, `\begin{align`) || strings.HasPrefix(tex, `\begin{split`) || strings.HasPrefix(tex, `\begin{eq`) {
		return ""
	}
	inner := environment.ReplaceAllString(tex, "")
	if strings.Contains(inner, `\\`) || strings.Contains(inner, "&") {
		return `\begin{aligned}` + tex + `\end{aligned}`
	}
	return tex
}

var (
	label       = regexp.MustCompile(`\\label\{[^}]*\}`)
	doubled     = regexp.MustCompile(`\\\\[a-zA-Z]`)
	single      = regexp.MustCompile(`(?:^|[^\\])\\[a-zA-Z]`)
	environment = regexp.MustCompile(`(?s)\\begin\{[a-z]*matrix|cases|array\}.*?\\end\{[a-z]+\}`)
)

// isPlain reports whether a formula has a sign of a relation or an operator, is of a common length, and has only commands
// that the comparison knows.
func isPlain(tex string) bool {
	t := tokens(tex)
	if len(t) < leastTokens || len(t) > mostTokens || strings.Contains(tex, "\n\n") || strings.Contains(tex, "#") {
		return false
	}
	return !slices.ContainsFunc(t, func(s string) bool { return strings.HasPrefix(s, `\`) && !known[s] })
}

// Shorter formulas are mostly examples of one command, and longer ones whole pages.
const (
	leastTokens = 8
	mostTokens  = 250
)

// known are the commands that a formula may have.
var known = func() map[string]bool {
	m := map[string]bool{`\begin`: true, `\end`: true, `\\`: true, `\{`: true, `\}`: true, `\|`: true, `\%`: true, `\&`: true, `\$`: true, `\tag`: true}
	for _, s := range slices.Concat(ignored, sizes, upright, alphabets, strings.Fields(signs)) {
		m[s] = true
	}
	for _, f := range functions[:len(functions)-1] {
		m[`\`+f] = true
	}
	for a := range arguments {
		m[a] = true
	}
	for a, b := range synonyms {
		m[a], m[b] = true, true
	}
	return m
}()

const signs = `\alpha \beta \gamma \delta \varepsilon \epsilon \zeta \eta \theta \vartheta \iota \kappa \lambda \mu \nu \xi \pi \varpi \rho \varrho \sigma \varsigma
\tau \upsilon \varphi \phi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega \sum \prod \coprod \int \iint \iiint \oint
\bigcup \bigcap \bigvee \bigwedge \bigoplus \bigotimes \pm \mp \times \div \cdot \star \circ \oplus \ominus \otimes \odot \dagger \ll \gg \equiv \approx \cong \sim
\simeq \propto \prec \succ \preceq \succeq \in \notin \subset \supset \subseteq \supseteq \cup \cap \forall \exists \wedge \vee \leftrightarrow \Rightarrow
\Leftarrow \mapsto \uparrow \downarrow \infty \partial \nabla \angle \perp \therefore \because \vdots \ddots \hbar \ell \Re \Im \aleph \wp \langle \rangle
\lceil \rceil \lfloor \rfloor \vdash \models \triangle`

// heldOut reports whether nobody looks at the formulas of a package: half of them.
func heldOut(from string) bool { return crc32.ChecksumIEEE([]byte(from))%2 == 1 }
