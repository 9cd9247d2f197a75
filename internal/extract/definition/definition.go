// Package definition reads the definition of an extractor: the schema of its output, how its fields are found, what it
// costs and how the output is written.
package definition

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"quire/internal/extract/typed"
)

// MaxBytes is the maximum size of a definition that Parse reads.
const MaxBytes = 256 << 10

// Format is a format of the output.
type Format string

// The formats.
const (
	JSON     Format = "json"
	CSV      Format = "csv"
	XML      Format = "xml"
	Markdown Format = "markdown"
)

// CostType is the unit of a price.
type CostType string

// The cost types.
const (
	PerPage     CostType = "PER_PAGE"
	PerDocument CostType = "PER_DOCUMENT"
)

// Engine says what finds the values.
type Engine string

// The engines.
const (
	Auto  Engine = "auto"  // rules first, then a model for what they leave open
	Rules Engine = "rules" // never a model
	Model Engine = "model" // a model for every field; rules when there is none
)

// Definition is a valid extractor, as returned by Parse.
type Definition struct {
	Name         string
	Slug         string
	Description  string
	CostType     CostType
	CostCredits  int
	Output       Output
	Pages        Pages
	Engine       Engine
	Instructions string
	Schema       *Schema
	RawSchema    json.RawMessage // as written, with the keys in order
	Validator    *jsonschema.Schema
	Rules        map[string]*Rule // by path: "total", "seller.name", "line_items"
	Constraints  []Constraint
	Required     []string // paths whose absence makes a run fail
	Labels       []string // labels of values that are not extracted; text that is a label is not a value
}

// Output says how a result is written.
type Output struct {
	Format Format `yaml:"format"`
	// Rows is the array whose items are the rows of CSV and Markdown; defaults to the schema's first array.
	Rows string `yaml:"rows"`
	// EscapeFormulas puts ' before CSV cells that spreadsheets would run as formulas.
	EscapeFormulas bool `yaml:"escape_formulas"`
}

// Rule says how a field is found. If it says nothing, the labels are derived from the field's name and title.
type Rule struct {
	Labels []string `yaml:"labels"` // synonyms of the label next to or above the value
	// Value says where the value is: "right", "below", "any" (the default), or "section": everything below a heading,
	// up to the next one.
	Value   string     `yaml:"value"`
	Within  int        `yaml:"within"`  // lines below the label; default 3
	Pattern string     `yaml:"pattern"` // RE2 on the page's lines; group "value", else the first that matches, else all
	Between *Between   `yaml:"between"`
	Table   *Table     `yaml:"table"`
	Parser  typed.Kind `yaml:"parser"`
	Take    string     `yaml:"take"` // "first" (default), "last", "max", "all"
	Pages   Pages      `yaml:"pages"`
	// Address takes the first line of a postal address and Prominent the largest text in the upper part of a page. Both
	// are for names without a label.
	Address   bool     `yaml:"address"`
	Prominent bool     `yaml:"prominent"`
	Except    []string `yaml:"except"`  // how values without a label do not begin
	Differs   []string `yaml:"differs"` // paths of other fields whose value this one cannot have

	Regexp *regexp.Regexp `yaml:"-"`
}

// Between takes the text between two other texts.
type Between struct {
	From string `yaml:"from"`
	To   string `yaml:"to"`
}

// Table says how the rows of an array are found.
type Table struct {
	Columns map[string][]string `yaml:"columns"` // by property: synonyms of the header
	Stop    []string            `yaml:"stop"`    // labels that end the table
	Key     []string            `yaml:"key"`     // properties that every row has; a line without them continues the previous row
	Product []string            `yaml:"product"` // three properties; where the first two multiply to the third, that names their columns
	Ignore  []string            `yaml:"ignore"`  // headers of columns that are not asked for
	Skip    []string            `yaml:"skip"`    // labels of lines that are not rows: "carried forward"
	// Row lists RE2 patterns for rows without a header; their groups are named after the properties. The pattern that
	// finds the most rows is used. They are applied below the headings Start or, if there are none, to everything
	// before the first line that matches Stop.
	Row   []string `yaml:"row"`
	Start []string `yaml:"start"`
	Any   bool     `yaml:"any"` // every table, its columns as they are: for tables of unknown columns

	RowRegexps []*regexp.Regexp `yaml:"-"`
}

// Constraint requires that the sum of some values equals another value.
type Constraint struct {
	Sum       []string `yaml:"sum"`    // paths; one through an array ("lines.amount") counts every item
	Equals    string   `yaml:"equals"` // path
	Tolerance float64  `yaml:"tolerance"`
}

// Error is a fault in a definition, with its position.
type Error struct {
	File string
	Line int
	Text string
}

// Error returns "file:line: text".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// Pages selects pages: "all", "first", "last", "3" or "2-5". The zero value selects all.
type Pages struct {
	From, To int // inclusive; To 0 means the last page
	Last     bool
}

var pageRange = regexp.MustCompile(`^(\d{1,5})(?:-(\d{1,5}))?$`)

// UnmarshalText reads a selection.
func (p *Pages) UnmarshalText(b []byte) error {
	switch s := strings.TrimSpace(string(b)); s {
	case "", "all":
		*p = Pages{}
	case "first":
		*p = Pages{From: 1, To: 1}
	case "last":
		*p = Pages{Last: true}
	default:
		m := pageRange.FindStringSubmatch(s)
		if m == nil {
			return fmt.Errorf("pages %q: want all, first, last, 3 or 2-5", s)
		}
		if m[2] == "" {
			m[2] = m[1]
		}
		_, _ = fmt.Sscan(m[1], &p.From)
		_, _ = fmt.Sscan(m[2], &p.To)
		if p.From < 1 || p.To < p.From {
			return fmt.Errorf("pages %q: pages count from 1, the first before the last", s)
		}
	}
	return nil
}

// UnmarshalYAML reads a selection; errors name the line.
func (p *Pages) UnmarshalYAML(n *yaml.Node) error {
	if err := p.UnmarshalText([]byte(n.Value)); err != nil {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: %v", n.Line, err)}}
	}
	return nil
}

// Has reports whether page n is selected, of a document whose last page is last.
func (p Pages) Has(n, last int) bool {
	if p.Last {
		return n == last
	}
	return n >= p.From && (p.To == 0 || n <= p.To)
}

// Errors returns the individual faults in an error of Parse.
func Errors(err error) []*Error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []*Error
		for _, e := range many.Unwrap() {
			out = append(out, Errors(e)...)
		}
		return out
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return []*Error{e}
	}
	return nil
}
