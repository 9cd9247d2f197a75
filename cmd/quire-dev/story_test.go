package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/webhook"
)

// told is what every client prints for its story. clients/README.md explains the rules behind it.
const told = `rules 15 13 5
webhook COMPLETED report.pdf 3
webhook changed refused
webhook old refused
markdown true progress true
bytes true 2
stream stream.docx COMPLETED
page 1 heading [1 2]
deleted []
extractors [invoice]
extracted invoice INV-2025-018 INV-2025-018 1 true
batch COMPLETED 2 1
members [report.pdf second.docx locked.pdf]
results [report.pdf second.docx] PK
cancelled COMPLETED true
unbatched 0
file reports/harbour.pdf ready 1 [reports/harbour.pdf]
again 1 [harbour.pdf]
content true
found reports/harbour.pdf true true
paged 101 101
answer true harbour.pdf
evidence true true
streamed true true true
turn true true
messages [user assistant]
feedback up true
cases 1 2 [dredging]
run completed 1 [done done]
compared 2 [same same]
evaluations []
refused NotFound 404 not_found_error - Document not found true
refused InvalidRequest 400 invalid_request_error - PDF is password-protected true
refused ValidationFailed 422 validation_error body.accuracy body.accuracy: Input should be 'lite' or 'ultra' true
refused Conflict 409 conflict_error - A collection named "Shelf 1" already exists true
refused AuthenticationFailed 401 authentication_error - Invalid or missing API key true
lost response true
down 503
stream 503
later 3600
polled COMPLETED
interrupted
unreachable
`

// tell lets a client tell its story.
type tell func(t *testing.T, s *service, args ...string) string

func TestEveryClientTellsTheSameStory(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	for i := range 101 {
		s.collection(fmt.Sprintf("Shelf %d", i))
	}
	for name, client := range map[string]tell{
		"python, asynchronous": tellPython, "python, synchronous": tellPythonInTurn, "typescript": tellTypeScript,
		"go": tellGo,
	} {
		t.Run(name, func(t *testing.T) {
			f := newFlaky(t, s)
			out := client(t, s, absolute(t, "../../clients/behaviour.json"), f.URL, absolute(t, samples), s.signedWebhook())
			require.Equal(t, told, out)
			attempts, keys := f.seen()
			for path, want := range map[string]int{
				"twice POST /documents": 3, "down GET /documents/" + nobody: 4, "down POST /documents": 1, "later GET /documents/" + nobody: 1,
			} {
				require.Equal(t, want, attempts[path], path)
			}
			require.Equal(t, 1, keys["twice POST /documents"], "every attempt has the same key")
		})
	}
}

// nobody is an id that no document has.
const nobody = "00000000-0000-7000-8000-000000000000"

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}

// signedWebhook returns the name of a file with a webhook as it is sent, and the secret that signed it.
func (s *service) signedWebhook() string {
	s.t.Helper()
	at := time.Now()
	secret := webhook.NewSecret()
	pages := int32(3)
	body, err := webhook.Event{Status: "COMPLETED", FileName: "report.pdf", PageCount: &pages, CreatedAt: at.UTC().Format(time.RFC3339)}.Body()
	require.NoError(s.t, err)
	signed, err := webhook.Sign([]string{webhook.NewSecret(), secret}, "msg_1", at, body)
	require.NoError(s.t, err)
	headers := map[string]string{}
	for name := range signed {
		headers[name] = signed.Get(name)
	}
	raw, err := json.Marshal(map[string]any{"body": string(body), "headers": headers, "secret": secret, "at": at.Unix()})
	require.NoError(s.t, err)
	path := filepath.Join(s.t.TempDir(), "webhook.json")
	require.NoError(s.t, os.WriteFile(path, raw, 0o600))
	return path
}

// inWordsOfGo rewrites values printed by Python as Go prints them.
var inWordsOfGo = strings.NewReplacer("True", "true", "False", "false", "['", "[", "']", "]", "', '", " ", ", ", " ")

// pythonClient is an environment with the client as it is in the checkout.
func pythonClient(t *testing.T, packages ...string) *python {
	t.Helper()
	p := sharedPython(t, append(packages, "httpx==0.28.1")...)
	p.env = []string{"PYTHONPATH=" + absolute(t, "../../clients/python/src"), "PYTHONDONTWRITEBYTECODE=1"}
	return p
}

func tellPython(t *testing.T, s *service, args ...string) string {
	t.Helper()
	return inWordsOfGo.Replace(pythonClient(t).tell(s, absolute(t, "../../clients/python/tests/story.py"), args))
}

func tellPythonInTurn(t *testing.T, s *service, args ...string) string {
	t.Helper()
	p := pythonClient(t)
	text, err := exec.CommandContext(t.Context(), p.bin, absolute(t, "../../clients/python/unasync.py"), absolute(t, "../../clients/python/tests/story.py")).Output()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "story.py")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return inWordsOfGo.Replace(p.tell(s, path, args))
}

func (p *python) tell(s *service, program string, args []string) string {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), p.bin, append([]string{program}, args...)...)
	cmd.Env = append(append(os.Environ(), p.env...), "QUIRE_API_KEY="+s.key, "QUIRE_SERVER=http://"+s.api)
	out, err := cmd.CombinedOutput()
	require.NoError(p.t, err, "%s", out)
	return string(out)
}

func TestTheExamplesForPythonRun(t *testing.T) {
	t.Parallel()
	p := pythonClient(t)
	s := newService(t)
	s.start()
	example := func(name string, args ...string) string {
		t.Helper()
		return p.tell(s, absolute(t, "../../clients/python/examples/"+name), args)
	}
	report, invoice := absolute(t, samples+"report.pdf"), absolute(t, samples+"invoice.pdf")
	require.Contains(t, example("convert.py", report), "\n---\n")
	out := example("ask.py", "How much is set aside for dredging?", report)
	require.Contains(t, out, "350,000 euros for dredging")
	require.Contains(t, out, "[1] report.pdf, page 1: [Box(x0=")
	require.Contains(t, example("extract.py", invoice, absolute(t, samples+"invoice-scan.pdf")), "INV-2025-018")
}
