package main

import (
	"slices"
	"strings"
)

// canonical writes a formula so that two ways to write the same one are equal: without spaces, sizes of brackets,
// alignment and numbers, with braces around every script, and with one name for each sign. Letters keep their
// alphabets.
func canonical(tex string) []string {
	p := &parser{tokens: tokens(strings.ReplaceAll(tex, "...", `\ldots `))}
	return p.list("")
}

// tokens splits TeX into commands and characters, without spaces and comments.
func tokens(tex string) []string {
	var out []string
	for i := 0; i < len(tex); {
		end := i + 1
		switch {
		case tex[i] == '\\' && end < len(tex):
			end++
			for isLetter(tex[i+1]) && end < len(tex) && isLetter(tex[end]) {
				end++
			}
		case tex[i] == '%':
			for end < len(tex) && tex[end] != '\n' {
				end++
			}
		default:
			for end < len(tex) && tex[end]&0xC0 == 0x80 { // the rest of a character in UTF-8
				end++
			}
		}
		if t := tex[i:end]; strings.TrimSpace(t) != "" && t[0] != '%' {
			out = append(out, t)
		}
		i = end
	}
	return out
}

func isLetter(c byte) bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') }

type parser struct {
	tokens []string
	at     int
}

func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

func (p *parser) next() string {
	t := p.peek()
	p.at++
	return t
}

// list reads everything up to the token end, or to the end of the formula.
func (p *parser) list(end string) []string {
	var out []string
	for p.at < len(p.tokens) && (end == "" || p.peek() != end) {
		switch p.peek() {
		case "_", "^", "'":
			out = append(out, p.scripts()...)
		default:
			out = append(out, p.item()...)
		}
	}
	p.at++
	return out
}

// scripts reads all scripts of one base, and writes the lower one first.
func (p *parser) scripts() []string {
	var sub, sup []string
	for {
		switch p.peek() {
		case "_":
			p.at++
			sub = append(sub, p.item()...)
		case "^":
			p.at++
			sup = append(sup, p.item()...)
		case "'":
			p.at++
			sup = append(sup, `\prime`)
		default:
			var out []string
			for _, s := range []struct {
				mark string
				in   []string
			}{{"_", sub}, {"^", sup}} {
				if len(s.in) > 0 {
					out = append(append(append(out, s.mark, "{"), s.in...), "}")
				}
			}
			return out
		}
	}
}

// item reads one token or group, and a command with its arguments.
func (p *parser) item() []string {
	t := p.next()
	if name, ok := synonyms[t]; ok {
		t = name
	}
	switch {
	case t == "{":
		return p.list("}")
	case t == `\begin`:
		return p.environment()
	case t == `\ `, slices.Contains(ignored, t):
		return nil
	case slices.Contains(sizes, t):
		if d := p.item(); !slices.Equal(d, []string{"."}) {
			return d
		}
		return nil
	case t == `\tag`, t == `\label`:
		p.item()
		return nil
	case slices.Contains(upright, t):
		return p.item()
	case slices.Contains(alphabets, t):
		return p.inAlphabet(t)
	case t == `\sqrt` && p.peek() == "[":
		p.at++
		return slices.Concat([]string{t, "["}, p.list("]"), []string{"]", "{"}, p.item(), []string{"}"})
	case strings.HasPrefix(t, `\`) && slices.Contains(functions, t[1:]):
		return strings.Split(t[1:], "")
	}
	out := []string{t}
	for range arguments[t] {
		out = append(append(append(out, "{"), p.item()...), "}")
	}
	return out
}

// inAlphabet writes a command for an alphabet before each of its letters.
func (p *parser) inAlphabet(command string) []string {
	var out []string
	for _, t := range p.item() {
		out = append(out, command+"{"+t+"}")
	}
	return out
}

// environment reads an environment; only arrays keep their marks between cells.
func (p *parser) environment() []string {
	name := strings.Join(p.item(), "")
	if name == "array" {
		p.item()
	}
	var out []string
	for p.at < len(p.tokens) && p.peek() != `\end` {
		if p.peek() == "_" || p.peek() == "^" || p.peek() == "'" {
			out = append(out, p.scripts()...)
			continue
		}
		out = append(out, p.item()...)
	}
	p.at++
	p.item()
	if slices.Contains(aligned, strings.TrimSuffix(name, "*")) {
		return slices.DeleteFunc(out, func(t string) bool { return t == "&" || t == `\\` })
	}
	for len(out) > 0 && out[len(out)-1] == `\\` {
		out = out[:len(out)-1]
	}
	switch name {
	case "pmatrix":
		out = slices.Concat([]string{"("}, matrix(out), []string{")"})
	case "bmatrix":
		out = slices.Concat([]string{"["}, matrix(out), []string{"]"})
	case "vmatrix":
		out = slices.Concat([]string{"|"}, matrix(out), []string{"|"})
	case "cases":
		out = slices.Concat([]string{`\{`}, matrix(out))
	default:
		out = matrix(out)
	}
	return out
}

func matrix(cells []string) []string {
	for i, c := range cells { // so that lines around a matrix can drop theirs
		cells[i] = strings.NewReplacer("&", "<cell>", `\\`, "<row>").Replace(c)
	}
	return slices.Concat([]string{"<matrix>"}, cells, []string{"</matrix>"})
}

var (
	aligned   = strings.Fields("align aligned alignat gather gathered multline split equation eqnarray displaymath")
	ignored   = strings.Fields(`\, \; \: \! \quad \qquad ~ \displaystyle \textstyle \limits \nolimits \nonumber \notag \mathstrut \relax \hfill \thinspace \allowbreak \mathopen \mathclose \mathbin \mathrel \mathord \mathop \mathpunct \middle`)
	sizes     = strings.Fields(`\left \right \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr \biggl \biggr \Biggl \Biggr \bigm \Bigm`)
	upright   = strings.Fields(`\text \mathrm \operatorname \textrm \textnormal \mbox \mathit \textit \hbox \mathsf \mathtt`)
	alphabets = strings.Fields(`\mathbb \mathcal \mathfrak \mathbf \boldsymbol \bm \mathscr`)
	functions = strings.Fields("arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh mod")
)

// arguments is how many arguments a command takes.
var arguments = map[string]int{
	`\frac`: 2, `\binom`: 2, `\sqrt`: 1, `\hat`: 1, `\bar`: 1, `\tilde`: 1, `\vec`: 1, `\dot`: 1, `\ddot`: 1, `\check`: 1, `\overline`: 1, `\underline`: 1,
	`\underbrace`: 1, `\overbrace`: 1, `\stackrel`: 2, `\overset`: 2, `\underset`: 2, `\pmod`: 1, `\xrightarrow`: 1,
}

// synonyms are commands and characters with a name in common; accents over one letter and over several are the same.
var synonyms = map[string]string{
	`\le`: `\leq`, `\ge`: `\geq`, `\ne`: `\neq`, `\to`: `\rightarrow`, `\gets`: `\leftarrow`, `\dfrac`: `\frac`, `\tfrac`: `\frac`, `\dbinom`: `\binom`, `\tbinom`: `\binom`,
	`\widehat`: `\hat`, `\widetilde`: `\tilde`, `\overrightarrow`: `\vec`, `\bar`: `\overline`, `\lbrace`: `\{`, `\rbrace`: `\}`, `\lvert`: "|", `\rvert`: "|",
	`\vert`: "|", `\mid`: "|", `\lVert`: `\|`, `\rVert`: `\|`, `\Vert`: `\|`, `\parallel`: `\|`, `\dots`: `\ldots`, `\cdots`: `\ldots`, `\dotsc`: `\ldots`, `\dotsb`: `\ldots`,
	`\mathscr`: `\mathcal`, `\bm`: `\mathbf`, `\boldsymbol`: `\mathbf`, `\ast`: "*", `\colon`: ":", `\land`: `\wedge`, `\lor`: `\vee`, `\iff`: `\Leftrightarrow`,
	`\Longleftrightarrow`: `\Leftrightarrow`, `\implies`: `\Rightarrow`, `\Longrightarrow`: `\Rightarrow`, `\longrightarrow`: `\rightarrow`, `\owns`: `\ni`,
	`\smallsetminus`: `\setminus`, `\varnothing`: `\emptyset`, `\bigl`: `\big`, `\lbrack`: "[", `\rbrack`: "]", `\neg`: `\lnot`, `\triangleq`: `\triangleq`, `\lq`: "`",
	`\top`: `\top`, `\intercal`: `\top`, `\coloneqq`: ":=", `\bullet`: `\cdot`, `\prime`: `\prime`, `\longmapsto`: `\mapsto`, `\degree`: `\circ`,
}
