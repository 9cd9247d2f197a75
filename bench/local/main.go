// Command local asks questions of a real model at an OpenAI-compatible endpoint and prints the results: whether the
// model's own sentences were kept, how long it took, and how close the estimates of tokens are.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"time"

	"quire/internal/answer"
	"quire/internal/model"
	"quire/internal/passage"
)

func main() {
	log.SetFlags(0)
	url := flag.String("url", "http://127.0.0.1:8080/v1", "the endpoint")
	name := flag.String("model", "local", "the endpoint's name for the model")
	window := flag.Int("window", 4096, "its window in tokens")
	limit := flag.Duration("limit", 2*time.Minute, "how long an answer may take")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, c := range cases(*window) {
		if err := c.try(ctx, *url, *name, *limit); err != nil {
			log.Fatalf("%s: %v", c.name, err)
		}
	}
}

// trial is a question with the passages that were found for it.
type trial struct {
	name     string
	window   int // the context window configured in Quire
	question string
	passages []answer.Passage
}

var facts = []string{
	"In 2024 the harbour counted 1,284 calls, which is 6.3 % more than in the year before.",
	"The board is asked to set aside 350,000 euros for dredging.",
	"Breakfast is served from seven to ten, and on Sundays until eleven.",
	"The salary of the harbour master is 48,500 euros a year.",
}

const calls = "How many calls did the harbour count in 2024?"

func cases(window int) []trial {
	few := passages("harbour.pdf", 1, facts...)
	return []trial{
		{"a fact", window, calls, few},
		{"another fact", window, "When is breakfast served?", few},
		{"a calculation", window, "What is the salary of the harbour master a month?", few},
		{"no answer", window, "Who won the football championship?", few},
		{"a full prompt of prose", window, calls, append(few, passages("minutes.pdf", .5, many("Item %d. The committee has taken note of the report and returns to it in spring. ", 40)...)...)},
		{"a full prompt of figures", window, calls, append(few, passages("accounts.xlsx", .5, many("%d\t1,284.56\t(9,876.54)\t12,345.67\t0.12\t2019\n", 40)...)...)},
		{"a window that is shorter than was said", 4 * window, calls, append(few, passages("minutes.pdf", .5, many("Item %d. The committee has taken note of the report and returns to it in spring. ", 200)...)...)},
	}
}

// many returns n different texts of about the length of a passage, each with its own numbers.
func many(format string, n int) []string {
	const repeated = 12
	var out []string
	for i := range n {
		var b strings.Builder
		for j := range repeated {
			fmt.Fprintf(&b, format, i*repeated+j)
		}
		out = append(out, strings.TrimSpace(b.String()))
	}
	return out
}

// passages returns texts as passages of a file, each on its own page.
func passages(file string, score float64, texts ...string) []answer.Passage {
	var out []answer.Passage
	for i, text := range texts {
		page := i + 1
		out = append(out, answer.Passage{File: file, Filename: file, PageCount: len(texts), Score: score, Passage: passage.Passage{
			Number: 2 * i, PageStart: page, PageEnd: page, Text: text, Spans: []passage.Span{{Page: page, End: len(text)}},
		}})
	}
	return out
}

// try asks the question and prints the result. An error of the endpoint is a possible result.
func (t trial) try(ctx context.Context, url, name string, limit time.Duration) error {
	chat, err := model.New(model.Config{BaseURL: url, Model: name, Window: t.window, IdleTimeout: 5 * time.Minute})
	if err != nil {
		return err
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	a, err := answer.Generate(limited, chat, answer.Question{Text: t.question}, t.passages, func(string, []answer.Citation) error { return nil })
	if ctx.Err() != nil {
		return err
	}
	fmt.Printf("== %s: %.1f s, %d + %d tokens, window %d, found %t, %d citations\n", t.name, time.Since(began).Seconds(),
		a.Usage.Prompt, a.Usage.Completion, t.window, a.Found, len(a.Citations))
	for _, r := range a.Remarks {
		fmt.Println("   remark:", r)
	}
	if err != nil {
		fmt.Println("   error:", err)
	}
	fmt.Println("   " + strings.ReplaceAll(strings.TrimSpace(a.Text), "\n", "\n   "))
	return nil
}
