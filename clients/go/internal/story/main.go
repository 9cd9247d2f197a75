// Command story prints what every client does with a service, in the same lines: story RULES PROXY FOLDER WEBHOOK.
//
// RULES is clients/behaviour.json, PROXY is the service behind faults, FOLDER has the samples, WEBHOOK is a file with a
// signed webhook.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	quire "quire/clients/go"
)

const (
	question = "How much is set aside for dredging?"
	nobody   = "00000000-0000-7000-8000-000000000000"
)

func main() {
	log.SetFlags(log.Lshortfile)
	rules, proxy, folder, sent := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	table(rules)
	webhooks(sent)
	s := &story{ctx: context.Background(), folder: folder, proxy: proxy}
	s.Client = s.through("/straight")
	s.documents()
	s.extraction()
	s.batches()
	name := fmt.Sprintf("Harbour %d", os.Getpid())
	collection := s.collections(name)
	s.answers(collection)
	s.evaluations(collection, name+" asked")
	s.refusals()
	s.faults(collection)
}

type story struct {
	*quire.Client
	ctx    context.Context
	folder string
	proxy  string
}

// through returns a client that uses one of the proxy's faults.
func (s *story) through(fault string) *quire.Client {
	return must(quire.New(quire.Config{Server: s.proxy + fault}))
}

func (s *story) path(name string) quire.Input { return quire.Path(filepath.Join(s.folder, name)) }

// must returns value, or ends the story if there is an error.
func must[T any](value T, err error) T {
	if err != nil {
		_ = log.Output(2, err.Error())
		os.Exit(1)
	}
	return value
}

func done(err error) { must(0, err) }

func assert(ok bool, words ...any) {
	if !ok {
		log.Fatal(words...)
	}
}

func say(words ...any) { fmt.Println(words...) }

// each returns the values of an iterator, each converted by see.
func each[T any, S any](seq iter.Seq2[T, error], see func(T) S) []S {
	seen := []S{}
	for _, one := range must(quire.All(seq)) {
		seen = append(seen, see(one))
	}
	return seen
}

// value returns what pointer points to, or the zero value for nil.
func value[T any](pointer *T) (none T) {
	if pointer == nil {
		return none
	}
	return *pointer
}

func (s *story) documents() {
	steps := 0
	markdown := must(s.Convert(s.ctx, s.path("report.pdf"), quire.DocumentOptions{Progress: func(quire.Progress) { steps++ }}))
	say("markdown", strings.HasPrefix(markdown, "# "), "progress", steps > 0)
	letter := must(os.ReadFile(filepath.Join(s.folder, "letter.docx")))
	var sent, of int64
	options := quire.DocumentOptions{UploadProgress: func(n, size int64) { sent, of = n, size }}
	document := must(s.CreateDocument(s.ctx, quire.Bytes("letter.docx", letter), options))
	whole := int64(len(letter))
	say("bytes", sent == whole && of == whole, value(must(s.WaitDocument(s.ctx, document.ID, nil)).PageCount))
	no := false
	stream := quire.Reader("stream.docx", io.MultiReader(bytes.NewReader(letter))) // not seekable
	document = must(s.CreateDocument(s.ctx, stream, quire.DocumentOptions{PageSeparator: &no}))
	say("stream", document.FileName, must(s.WaitDocument(s.ctx, document.ID, nil)).Status)
	page := must(s.GetDocumentPage(s.ctx, document.ID, 1, true))
	say("page", page.Number, page.Blocks[0].Kind, each(s.ListDocumentPages(s.ctx, document.ID), func(p quire.PageHead) int { return p.Number }))
	done(s.DeleteDocument(s.ctx, document.ID))
	say("deleted", each(s.ListDocuments(s.ctx, quire.DocumentFilter{Search: "stream"}), fileName))
}

func fileName(d quire.DocumentSummary) string { return d.FileName }

func (s *story) extraction() {
	slugs := each(s.ListExtractors(s.ctx), func(e quire.Extractor) string { return e.Slug })
	say("extractors", slices.DeleteFunc(slugs, func(slug string) bool { return slug != "invoice" }))
	invoice := must(os.Open(filepath.Join(s.folder, "invoice.pdf")))
	defer invoice.Close()
	run := must(s.RunExtractor(s.ctx, "invoice", quire.Reader("invoice.pdf", invoice), quire.DocumentOptions{}))
	document := must(s.WaitDocument(s.ctx, run.ID, nil))
	var output struct {
		InvoiceNumber string `json:"invoice_number"`
	}
	done(json.Unmarshal(must(s.Download(s.ctx, *document.OutputFileURL)), &output))
	for proof, err := range s.ListEvidence(s.ctx, run.ID) {
		done(err)
		if proof.Path == "/invoice_number" {
			box := proof.Places[0].Boxes[0]
			say("extracted", document.Extractor.Slug, output.InvoiceNumber, proof.Value, value(proof.Page), box.X1 > box.X0)
		}
	}
}

func (s *story) batches() {
	no := false
	letter := must(os.ReadFile(filepath.Join(s.folder, "letter.docx")))
	files := []quire.Input{s.path("report.pdf"), quire.Bytes("second.docx", letter), s.path("locked.pdf")}
	batch := must(s.CreateBatch(s.ctx, files, quire.DocumentOptions{PageSeparator: &no}))
	ended := must(s.WaitBatch(s.ctx, batch.ID, nil))
	say("batch", ended.Status, ended.Counts.Completed, ended.Counts.Failed)
	say("members", each(s.ListBatchDocuments(s.ctx, batch.ID), fileName))
	var results []string
	for result, err := range s.GetBatchResults(s.ctx, batch.ID) {
		done(err)
		if result.Output != nil {
			results = append(results, result.FileName)
		}
	}
	archive := must(s.GetBatchArchive(s.ctx, batch.ID))
	defer archive.Close()
	say("results", results, string(must(io.ReadAll(archive))[:2]))
	newest := each(s.ListBatches(s.ctx), func(b quire.Batch) string { return b.ID })[0]
	say("cancelled", must(s.CancelBatch(s.ctx, batch.ID)).Status, newest == batch.ID)
	done(s.DeleteBatch(s.ctx, batch.ID))
	say("unbatched", len(each(s.ListDocuments(s.ctx, quire.DocumentFilter{Search: "second.docx"}), fileName)))
}

func (s *story) collections(name string) string {
	collection := must(s.CreateCollection(s.ctx, name)).ID
	file := must(s.UploadFile(s.ctx, collection, s.path("report.pdf"), quire.FileOptions{Path: "reports/harbour.pdf"}))
	ready := must(s.WaitFile(s.ctx, collection, file.ID, nil))
	paths := each(s.ListFiles(s.ctx, collection, quire.FileFilter{}), func(f quire.File) string { return f.Path })
	say("file", ready.Path, ready.Status, ready.Version, paths)
	again := must(s.CreateBatch(s.ctx, []quire.Input{quire.Stored(file.ID)}, quire.DocumentOptions{}))
	say("again", must(s.WaitBatch(s.ctx, again.ID, nil)).Counts.Completed, each(s.ListBatchDocuments(s.ctx, again.ID), fileName))
	content := must(s.FileContent(s.ctx, collection, file.ID, "original", 0))
	say("content", bytes.Equal(content, must(os.ReadFile(filepath.Join(s.folder, "report.pdf")))))
	found := must(s.Search(s.ctx, quire.Search{Query: "dredging", CollectionIds: []string{collection}, Limit: 3}))[0]
	say("found", found.Path, found.PageStart > 0, len(found.Places) > 0)
	ids := each(s.ListCollections(s.ctx, "Shelf"), func(c quire.Collection) string { return c.ID })
	slices.Sort(ids)
	say("paged", len(ids), len(slices.Compact(ids)))
	return collection
}

// hear returns the words of a streamed answer, whether it began with a status, and the answer.
func hear[T any](events iter.Seq2[quire.StreamEvent[T], error]) (words string, status bool, answer *T) {
	for i, event := range must(quire.All(events)) {
		status = status || (i == 0 && event.Status != nil)
		words += event.Delta
		answer = event.Answer
	}
	assert(answer != nil, "the answer is the last event")
	return words, status, answer
}

func (s *story) answers(collection string) {
	asked := quire.Question{Query: question, CollectionIDs: []string{collection}}
	answer := must(s.Query(s.ctx, asked))
	say("answer", strings.Contains(answer.Answer, "350,000 euros for dredging"), answer.Citations[0].Filename)
	evidence := must(s.QueryEvidence(s.ctx, answer.QueryID))[0]
	say("evidence", strings.Contains(evidence.Quotes[0].Text, "350,000"), evidence.Places[0].Boxes[0] != nil)
	words, status, streamed := hear(s.StreamQuery(s.ctx, asked))
	say("streamed", status, words == streamed.Answer && words == answer.Answer, streamed.QueryID != "")
	session := must(s.CreateSession(s.ctx, quire.NewSession{CollectionIds: []string{collection}, Title: "Harbour"})).ID
	_, _, turn := hear(s.StreamMessage(s.ctx, session, quire.NextQuestion{Content: question}))
	proofs := must(s.MessageEvidence(s.ctx, session, turn.ID))
	say("turn", turn.Answer == answer.Answer, len(proofs) == len(turn.Citations))
	say("messages", each(s.ListMessages(s.ctx, session), func(m quire.Message) string { return m.Role }))
	said := must(s.GiveFeedback(s.ctx, session, turn.ID, quire.NewFeedback{Rating: "up"}))
	say("feedback", must(s.GetFeedback(s.ctx, session, turn.ID)).Rating, said.EvalID != nil)
	done(s.DeleteFeedback(s.ctx, session, turn.ID))
	done(s.DeleteSession(s.ctx, session))
}

func (s *story) evaluations(collection, name string) {
	evaluation := must(s.CreateEval(s.ctx, name, []string{collection})).ID
	added := must(s.CreateCase(s.ctx, evaluation, quire.NewEvalCase{
		Question: question, Key: "dredging", Expected: []quire.ExpectedFile{{File: "reports/harbour.pdf"}},
	}))
	must(s.ReplaceCase(s.ctx, evaluation, added.ID, quire.NewEvalCase{Question: question, Key: "dredging", Words: []string{"350,000 euros"}}))
	imported := must(s.ImportCases(s.ctx, evaluation, `{"key": "moon", "question": "Who was first on the moon?", "refused": true}`+"\n"))
	lines := strings.Count(must(s.ExportCases(s.ctx, evaluation)), "\n")
	say("cases", imported.Created, lines, each(s.ListCases(s.ctx, evaluation, "dredging"), func(c quire.EvalCase) string { return c.Key }))
	before := must(s.StartRun(s.ctx, evaluation, "first"))
	before = must(s.WaitRun(s.ctx, evaluation, before.ID, nil))
	say("run", before.Status, before.Number, each(s.ListResults(s.ctx, evaluation, before.ID), func(r quire.EvalResult) string { return r.Status }))
	after := must(s.StartRun(s.ctx, evaluation, ""))
	must(s.WaitRun(s.ctx, evaluation, after.ID, nil))
	compared := must(s.CompareRuns(s.ctx, evaluation, before.ID, after.ID, quire.Comparison{}))
	verdicts := []string{}
	for _, one := range compared.Data {
		verdicts = append(verdicts, one.Verdict)
	}
	say("compared", compared.Count, verdicts)
	done(s.DeleteEval(s.ctx, evaluation))
	say("evaluations", each(s.ListEvals(s.ctx, name), func(e quire.Eval) string { return e.Name }))
}

// named pairs an error with its name in other languages.
type named struct {
	err  error
	name string
}

var names = []named{
	{quire.ErrNotFound, "NotFound"},
	{quire.ErrInvalidRequest, "InvalidRequest"},
	{quire.ErrValidation, "ValidationFailed"},
	{quire.ErrConflict, "Conflict"},
	{quire.ErrAuthentication, "AuthenticationFailed"},
}

// refused prints an error of the service.
func refused[T any](_ T, err error) {
	var e *quire.APIError
	assert(errors.As(err, &e), err)
	at := slices.IndexFunc(names, func(n named) bool { return errors.Is(err, n.err) })
	assert(at >= 0, err)
	problem := "-"
	if len(e.Problems) > 0 {
		problem = strings.Join(e.Problems[0].Loc, ".")
	}
	say("refused", names[at].name, e.Status, e.Type, problem, e.Message, e.RequestID != "")
}

func (s *story) refusals() {
	refused(s.GetDocument(s.ctx, nobody))
	refused(s.CreateDocument(s.ctx, s.path("locked.pdf"), quire.DocumentOptions{}))
	refused(s.CreateDocument(s.ctx, s.path("letter.docx"), quire.DocumentOptions{Accuracy: "perfect"}))
	refused(s.CreateCollection(s.ctx, "Shelf 1"))
	stranger := must(quire.New(quire.Config{Server: s.proxy + "/straight", Key: "wrong"}))
	refused(stranger.GetDocument(s.ctx, nobody))
}

func (s *story) faults(collection string) {
	twice := s.through("/twice")
	created := must(twice.CreateDocument(s.ctx, s.path("letter.docx"), quire.DocumentOptions{}))
	newest := must(quire.All(s.ListDocuments(s.ctx, quire.DocumentFilter{Search: "letter"})))[0]
	say("lost response", created.ID == newest.ID)
	down := s.through("/down")
	_, err := down.GetDocument(s.ctx, nobody)
	assert(errors.Is(err, quire.ErrUnavailable) && errors.Is(err, quire.ErrServer), err)
	say("down", 503)
	once := quire.Reader("file", io.MultiReader(strings.NewReader("bytes that come once")))
	_, err = down.CreateDocument(s.ctx, once, quire.DocumentOptions{})
	assert(errors.Is(err, quire.ErrUnavailable), err)
	say("stream", 503)
	_, err = s.through("/later").GetDocument(s.ctx, nobody)
	var later *quire.APIError
	assert(errors.As(err, &later) && errors.Is(err, quire.ErrRateLimited), err)
	say("later", later.RetryAfter)
	unfollowed := s.through("/unfollowed")
	created = must(unfollowed.CreateDocument(s.ctx, s.path("letter.docx"), quire.DocumentOptions{}))
	say("polled", must(unfollowed.WaitDocument(s.ctx, created.ID, nil)).Status)
	_, err = quire.All(s.through("/cut").StreamQuery(s.ctx, quire.Question{Query: question, CollectionIDs: []string{collection}}))
	var interrupted *quire.StreamError
	assert(errors.As(err, &interrupted), err)
	say("interrupted")
	_, err = must(quire.New(quire.Config{Server: "http://127.0.0.1:9", Retries: -1})).GetDocument(s.ctx, nobody)
	var unreachable *quire.ConnectionError
	assert(errors.As(err, &unreachable), err)
	say("unreachable")
}
