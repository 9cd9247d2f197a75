package main_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// tab is a tab of a real Chromium in which one person uses a service.
type tab struct {
	t    testing.TB
	ctx  context.Context
	base string
}

// chromium returns the path of a browser, or skips the test if none is installed.
func chromium(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium here: the workspace is not tried in a browser (scripts/install-deps.sh --test installs one)")
	return ""
}

// newTab opens a browser with its own profile.
func newTab(t testing.TB, s *service) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.NoSandbox,
		chromedp.Flag("lang", "en-US"), chromedp.WindowSize(1280, 900))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	ignore := func(string, ...any) {} // it reports events that are newer than the library
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(ignore))
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx, base: "http://" + s.api}
	b.do(network.Enable(), emulation.SetFocusEmulationEnabled(true)) // emulate a focused window: without it, no element gets the focus
	return b
}

func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if b.ctx.Err() == nil && chromedp.FromContext(b.ctx).Browser == nil {
		ctx = b.ctx // the first run starts the browser, which would end with a shorter context
	}
	require.NoError(b.t, chromedp.Run(ctx, actions...))
}

// open loads a path of the workspace.
func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.base+path))
}

// is returns the value of an expression on the page.
func (b *tab) is(js string) any {
	b.t.Helper()
	var result any
	b.do(chromedp.Evaluate(js, &result))
	return result
}

// until waits until an expression is true on the page.
func (b *tab) until(js, why string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		var result bool
		err := chromedp.Run(b.ctx, chromedp.Evaluate("!!("+js+")", &result))
		return err == nil && result
	}, 2*time.Minute, 50*time.Millisecond, "%s: %s", why, b.text())
}

// text returns the visible text of the page.
func (b *tab) text() lazyText { return lazyText{b} }

// lazyText is text that is read only when it is printed.
type lazyText struct{ b *tab }

func (l lazyText) String() string {
	var text string
	_ = chromedp.Run(l.b.ctx, chromedp.Evaluate("location.href + '\\n' + document.body.innerText", &text))
	return text
}

// sees waits until a text is visible on the page.
func (b *tab) sees(text string) {
	b.t.Helper()
	b.until("document.body.innerText.includes("+quoted(text)+")", "the page shows "+text)
}

// named returns the expression of the first visible element with the given accessible name.
func named(name string) string {
	return `[...document.querySelectorAll("button, a, summary, [role=tab], input, textarea, select")].find(e =>
		e.getClientRects().length > 0 && !e.disabled &&
		[e.getAttribute("aria-label"), e.innerText?.trim(), e.labels?.[0]?.innerText.trim()].includes(` + quoted(name) + `))`
}

// presses clicks on the element with the given name.
func (b *tab) presses(name string) {
	b.t.Helper()
	b.until(named(name), "there is "+name)
	b.is(named(name) + ".click()")
}

// writes replaces the content of the field with the given name.
func (b *tab) writes(name, text string) {
	b.t.Helper()
	b.until(named(name), "there is "+name)
	b.is("(e => { e.focus(); e.select?.(); })(" + named(name) + ")")
	b.do(input.InsertText(text))
}

// adds chooses files, as the system's file dialog does.
func (b *tab) adds(files ...string) {
	b.t.Helper()
	b.until(`document.querySelector("[data-test=files]")`, "files can be added")
	b.do(chromedp.SetUploadFiles(`[data-test=files]`, files, chromedp.ByQuery))
}

// points moves the mouse to the middle of an element.
func (b *tab) points(selector string) {
	b.t.Helper()
	b.until("document.querySelector("+quoted(selector)+")", "there is "+selector)
	var at struct{ X, Y float64 }
	b.do(chromedp.Evaluate("(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(document.querySelector("+quoted(selector)+").getBoundingClientRect())", &at))
	b.do(input.DispatchMouseEvent(input.MouseMoved, at.X, at.Y))
}

// logIn logs in with a key.
func (b *tab) logIn(key string) {
	b.t.Helper()
	b.writes("API key", key)
	b.presses("Log in")
}

// accessible checks that axe finds no serious problem on the page.
func (b *tab) accessible(screen string) {
	b.t.Helper()
	axe, err := os.ReadFile("../../web/node_modules/axe-core/axe.min.js")
	if err != nil {
		b.t.Log("no axe-core in web/node_modules ('make web' fetches it): accessibility is not checked")
		return
	}
	var found string
	b.do(page.SetBypassCSP(true), chromedp.Evaluate(string(axe)+"; 0", nil))
	b.do(chromedp.Evaluate(`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"]}).then(r => JSON.stringify(
		r.violations.filter(v => ["serious", "critical"].includes(v.impact)).map(v => [v.id, v.nodes.map(n => n.html).slice(0, 3)])))`,
		&found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	require.Equal(b.t, "[]", found, screen)
}

func quoted(text string) string {
	raw, _ := json.Marshal(text) // marshalling a string never fails
	return string(raw)
}

// samplePath returns the absolute path of a sample, which browsers require.
func samplePath(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(samples + name)
	require.NoError(t, err)
	return path
}

// loginLink returns a one-time login link without the address of the service.
func (s *service) loginLink(account string) string {
	s.t.Helper()
	link := s.command("login-link", account)
	at := strings.Index(link, "/app/")
	require.Positive(s.t, at, link)
	return link[at:]
}

// offline cuts or restores the network connection.
func (b *tab) offline(cut bool) {
	b.t.Helper()
	unlimited := []*network.Conditions{{Latency: 0, DownloadThroughput: -1, UploadThroughput: -1}}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := network.EmulateNetworkConditionsByRule(cut, unlimited).Do(ctx)
		return err
	}))
}

// picture saves a screenshot of a window of the given size.
func (b *tab) picture(name string, width, height int64) {
	b.t.Helper()
	var png []byte
	b.do(chromedp.EmulateViewport(width, height), chromedp.Sleep(700*time.Millisecond), chromedp.CaptureScreenshot(&png))
	require.NoError(b.t, os.WriteFile(name, png, 0o644))
}
