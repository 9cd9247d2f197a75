package compat

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quire/internal/door"
)

// The chunkers of docling-serve.
const (
	chunkerHybrid       = "hybrid"
	chunkerHierarchical = "hierarchical"
)

const (
	// usualTokens is the default size of chunks, which is what the encoder accepts whose tokenizer docling-serve uses
	// by default.
	usualTokens = 256
	// fewestTokens keeps the number of chunks in proportion to the text.
	fewestTokens = 16
	mostTokens   = 1 << 20
)

// wish is the form in which a request wants the document. It is encoded in the name of the task, so that nothing has to
// be stored between two requests.
type wish struct {
	text     bool
	json     bool
	mark     string // separates the pages of the Markdown; "" means ---
	chunker  string // "" means no chunks
	tokens   int    // maximum per chunk; 0 means no limit
	apart    bool   // do not join chunks under the same headings
	raw      bool   // include chunks without their headings
	document bool   // include the document along with the chunks
}

// The parts of a task's name that follow the id of its document.
const (
	partText     = "text"
	partJSON     = "json"
	partMark     = "mark-" // goes before the mark in base64
	partApart    = "apart"
	partRaw      = "raw"
	partDocument = "document"
)

// name returns the name of the task for a document.
func (w wish) name(document string) string {
	parts := []string{document}
	add := func(when bool, part string) {
		if when {
			parts = append(parts, part)
		}
	}
	add(w.text, partText)
	add(w.json, partJSON)
	add(w.mark != "", partMark+base64.RawURLEncoding.EncodeToString([]byte(w.mark)))
	add(w.chunker != "", w.chunker)
	add(w.tokens > 0, strconv.Itoa(w.tokens))
	add(w.apart, partApart)
	add(w.raw, partRaw)
	add(w.document, partDocument)
	return strings.Join(parts, ".")
}

// readTask returns the document of a task and the form in which it is wanted.
func readTask(name string) (document string, w wish, err error) {
	document, rest, _ := strings.Cut(name, ".")
	for part := range strings.SplitSeq(rest, ".") {
		if mark, found := strings.CutPrefix(part, partMark); found {
			raw, wrong := base64.RawURLEncoding.DecodeString(mark)
			if wrong != nil || len(raw) > longestMark {
				return "", w, failed(http.StatusNotFound, "There is no such task")
			}
			w.mark = string(raw)
			continue
		}
		switch part {
		case "":
		case partText:
			w.text = true
		case partJSON:
			w.json = true
		case chunkerHybrid, chunkerHierarchical:
			w.chunker = part
		case partApart:
			w.apart = true
		case partRaw:
			w.raw = true
		case partDocument:
			w.document = true
		default:
			if w.tokens, err = tokensOf(part); err != nil {
				return "", w, failed(http.StatusNotFound, "There is no such task")
			}
		}
	}
	return document, w, nil
}

// field reads one field of a form; it ignores fields with other names.
func (w *wish) field(name, value string) error {
	var err error
	if value == "" {
		return nil
	}
	switch name {
	case "to_formats", "convert_to_formats":
		return w.formats([]string{value})
	case "md_page_break_placeholder":
		return w.between(value)
	case "target_type":
		return target(value)
	case "chunking_max_tokens":
		return w.limit(value)
	case "chunking_merge_peers":
		joined, wrong := strconv.ParseBool(value)
		w.apart, err = !joined, wrong
	case "chunking_include_raw_text":
		w.raw, err = strconv.ParseBool(value)
	case "include_converted_doc":
		w.document, err = strconv.ParseBool(value)
	}
	if err != nil {
		return failed(http.StatusUnprocessableEntity, name+": "+quoted(value)+" is neither true nor false")
	}
	return nil
}

// formats reads the requested output formats; Markdown is always included.
func (w *wish) formats(asked []string) error {
	for _, f := range asked {
		if f != formatMarkdown && f != formatText && f != formatJSON {
			return failed(http.StatusUnprocessableEntity, "to_formats: "+quoted(f)+" is not served here; ask for md, text or json")
		}
	}
	w.text = w.text || slices.Contains(asked, formatText)
	w.json = w.json || slices.Contains(asked, formatJSON)
	return nil
}

// longestMark bounds the separator of pages in Markdown, in bytes.
const longestMark = 100

func (w *wish) between(mark string) error {
	if len(mark) > longestMark {
		return failed(http.StatusUnprocessableEntity, "md_page_break_placeholder: at most "+strconv.Itoa(longestMark)+" bytes")
	}
	w.mark = mark
	return nil
}

func (w *wish) limit(value string) (err error) {
	w.tokens, err = tokensOf(value)
	return err
}

func tokensOf(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < fewestTokens || n > mostTokens {
		return 0, failed(http.StatusUnprocessableEntity, "max_tokens must be a whole number from "+strconv.Itoa(fewestTokens)+" to "+strconv.Itoa(mostTokens))
	}
	return n, nil
}

// longestQuoted is how much of a wrong value is shown, in code points.
const longestQuoted = 60

func quoted(value string) string {
	shown := beginning(value, longestQuoted)
	if shown != value {
		shown += "…"
	}
	return strconv.Quote(shown)
}

// target refuses results that are not part of the response. Clients look for these words in order to ask again.
func target(kind string) error {
	if kind != "" && kind != "inbody" {
		return failed(http.StatusUnprocessableEntity, "target "+quoted(kind)+" is not served here: input should be inbody")
	}
	return nil
}

// as makes a request ask for chunks.
func (send intake) as(chunker string) intake {
	return func(r *http.Request, client *door.Client) (door.Document, wish, error) {
		d, w, err := send(r, client)
		if w.chunker = chunker; chunker == chunkerHierarchical {
			w.tokens, w.apart = 0, true
		} else if w.tokens == 0 {
			w.tokens = usualTokens
		}
		return d, w, err
	}
}
