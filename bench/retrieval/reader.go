package main

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// reader is a model that knows the pages with the answer, and cites those of them that it is shown.
type reader struct {
	read     library
	question question
	// What it saw in the last prompt: shares of the evidence's words in the texts from the right pages and of the prompt
	// that is not text of passages, and the prompt's length in thousands of bytes.
	evidence, around, length float64
}

func (r *reader) expect(q question) { r.question, r.evidence, r.around, r.length = q, 0, 1, 0 }

// ServeHTTP answers a request for a chat completion.
func (r *reader) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var body struct {
		Messages []struct{ Content string }
	}
	if err := json.NewDecoder(req.Body).Decode(&body); err != nil || len(body.Messages) == 0 {
		http.Error(w, `{"error":{"message":"this is no chat"}}`, http.StatusBadRequest)
		return
	}
	prompt := body.Messages[len(body.Messages)-1].Content
	shown := blocks(prompt)
	r.weigh(prompt, shown)
	text, err := json.Marshal(r.cited(shown))
	if err != nil {
		http.Error(w, `{"error":{"message":"the answer is no JSON"}}`, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // the client notices
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": string(text)}}},
	})
}

// weigh measures a prompt.
func (r *reader) weigh(prompt string, shown []block) {
	texts := 0
	right := map[string]bool{}
	for _, b := range shown {
		texts += len(b.text)
		for _, n := range r.question.Pages {
			if b.has(r.question.Document, n) {
				addWords(right, b.text)
			}
		}
	}
	r.around, r.length = 1-float64(texts)/float64(len(prompt)), float64(len(prompt))/1000
	wanted := map[string]bool{}
	for _, e := range r.question.Evidence {
		addWords(wanted, e)
	}
	have := 0
	for w := range wanted {
		if right[w] {
			have++
		}
	}
	r.evidence = float64(have) / float64(max(len(wanted), 1))
}

type written struct {
	Answerable bool       `json:"answerable"`
	Sentences  []sentence `json:"sentences"`
}

type sentence struct {
	Text  string `json:"text"`
	Cites []cite `json:"cites"`
}

type cite struct {
	ID    string `json:"id"`
	Quote string `json:"quote"`
}

// cited quotes the right pages from the passages of a prompt.
func (r *reader) cited(shown []block) written {
	out := written{Sentences: []sentence{}}
	for _, n := range r.question.Pages {
		for _, b := range shown {
			if !b.has(r.question.Document, n) {
				continue
			}
			if q := r.quote(b, n); q != "" {
				out.Sentences = append(out.Sentences, sentence{q, []cite{{b.id, q}}})
			}
		}
	}
	out.Answerable = len(out.Sentences) > 0
	return out
}

const (
	leastQuoted = 5 // words of a line that is quoted
	mostQuoted  = 12
)

// quote returns the beginning of a line of a page that is in a block, or "".
func (r *reader) quote(b block, page int) string {
	text := strings.Join(strings.Fields(b.text), " ")
	for _, p := range r.read.passages[b.file] {
		for _, s := range p.Spans {
			if s.Page != page {
				continue
			}
			for line := range strings.Lines(p.Text[s.Start:s.End]) {
				words := strings.Fields(line)
				piece := strings.Join(words[:min(len(words), mostQuoted)], " ")
				if len(words) >= leastQuoted && strings.Contains(text, piece) {
					return piece
				}
			}
		}
	}
	return ""
}

// block is a passage as a prompt shows it.
type block struct {
	id, file    string
	first, last int // pages
	text        string
}

func (b block) has(document string, page int) bool {
	return b.file == document && b.first <= page && page <= b.last
}

var (
	fileStart  = regexp.MustCompile(`^\S{12} file: (.*)\.pdf$`)
	blockStart = regexp.MustCompile(`^(\S{12}) (c\d+), page (\d+)(?:-(\d+))?$`)
)

// blocks reads the passages of a prompt.
func blocks(prompt string) []block {
	var out []block
	file, code, inText := "", "", false
	for line := range strings.Lines(prompt) {
		line = strings.TrimRight(line, "\n")
		if f := fileStart.FindStringSubmatch(line); f != nil {
			file, inText = f[1], false
			continue
		}
		if at := blockStart.FindStringSubmatch(line); at != nil {
			code, inText = at[1], false
			first, _ := strconv.Atoi(at[3])
			last, _ := strconv.Atoi(at[4]) // 0 if there is only one page
			out = append(out, block{id: at[2], file: file, first: first, last: max(first, last)})
			continue
		}
		switch {
		case line == code+" end":
			return out
		case inText:
			out[len(out)-1].text += line + "\n"
		case len(out) > 0:
			inText = line == "text:"
		}
	}
	return out
}

// addWords adds the words and numbers of a text that are worth looking for.
func addWords(to map[string]bool, text string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if len(w) > 1 {
			to[w] = true
		}
	}
}
