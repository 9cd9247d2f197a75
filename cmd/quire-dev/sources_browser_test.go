package main_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/stretchr/testify/require"

	"quire/internal/seal"
)

// TestSourcesInTheBrowser mirrors a folder: it creates, tries, confirms, changes and pauses the source.
func TestSourcesInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium(t)
	dir := t.TempDir()
	write := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("The text of "+name), 0o600))
	}
	for i := range 12 {
		write(fmt.Sprintf("letters/%02d.txt", i))
	}
	write("drafts/secret.txt")
	s := newService(t)
	s.env = append(s.env, "QUIRE_SOURCE_ROOTS="+dir)
	s.start()
	collection := s.collection("Correspondence")

	b := newTab(t, s)
	b.open("/app/sources")
	b.logIn(s.key)
	b.sees("No sources yet")
	b.presses("New source")
	b.writes("Name", "Letters")
	b.chooses("Collection", "Correspondence")
	b.writes("Path on the server", "/etc")
	b.writes("Not these (patterns, one per line; optional)", "drafts")
	b.accessible("new-source")
	b.pressesIn("dialog", "New source")
	b.sees("not in one that may be read")
	b.writes("Path on the server", dir)
	b.pressesIn("dialog", "New source")

	b.sees("12 items listed · 12 added")
	b.sees("Paused")
	b.sees("What the run would do")
	b.sees("letters/11.txt")
	b.until(`!document.body.innerText.includes("secret.txt")`, "drafts are left out")
	require.Empty(t, s.mirrored(collection))
	b.accessible("source")
	b.presses("Resume")
	b.sees("The next run starts at once.")
	b.pressesIn("dialog", "Resume")
	b.sees("Run 2")
	b.sees("In sync")
	b.until(`document.querySelectorAll(".badge-completed").length === 2`, "the run completes")
	require.Len(t, s.mirrored(collection), 12)

	write("letters/new.txt")
	b.presses("Dry run")
	b.sees("13 items listed · 1 added")
	require.Len(t, s.mirrored(collection), 12)
	b.presses("Run now")
	b.until(`document.querySelectorAll(".badge-completed").length === 4`, "the run completes")
	require.Len(t, s.mirrored(collection), 13)
	b.presses("Run 2")
	b.sees("letters/00.txt")
	b.presses("letters/00.txt")
	b.until(`location.pathname.startsWith("/app/collections/`+collection+`/files/")`, "the log leads to the file")
	b.sees("The text of letters/00.txt")
	b.is("history.back()")
	b.sees("What the run did")
	b.chooses("Action", "Failed")
	b.sees("No changes.")

	b.presses("Change Letters")
	b.writes("Items per minute at most (0: no limit)", "600")
	b.chooses("How often", "Every day")
	b.writes("Not these (patterns, one per line; optional)", "drafts\n00.*")
	b.sees("no longer match the patterns")
	b.accessible("change-source")
	b.pressesIn("dialog", "Save")
	b.sees("at most 600 items per minute")
	b.sees("Every day")
	b.sees("drafts, 00.*")
	require.Eventually(t, func() bool { return len(s.mirrored(collection)) == 12 }, 3*time.Minute, 100*time.Millisecond, "the next run is due at once")
	s.awaitRun(s.sourceNamed("Letters"))
	b.open(b.is("location.pathname").(string))
	b.sees("12 items listed · 1 deleted")

	require.NoError(t, os.RemoveAll(filepath.Join(dir, "letters")))
	b.presses("Run now")
	b.sees("The source is suddenly empty")
	b.presses("Resume")
	b.presses("Delete files even if the source has lost most of them")
	b.pressesIn("dialog", "Resume")
	b.sees("12 deleted")
	require.Empty(t, s.mirrored(collection))
	b.presses("Pause")
	b.sees("Paused on request.")
	b.presses("Delete Letters")
	b.presses("Delete the source")
	b.sees("No sources yet")
}

// TestSecretsStayUnlessTheyAreEnteredAgain changes a source that logs in with a password.
func TestSecretsStayUnlessTheyAreEnteredAgain(t *testing.T) {
	t.Parallel()
	chromium(t)
	s := newService(t)
	s.env = append(s.env, "QUIRE_SOURCE_KEYS=1:"+seal.NewKey())
	s.start()
	var source sourceOf
	s.sendJSON(http.MethodPost, "/sources", map[string]any{
		"name": "Share", "collection_id": s.collection("Shared"), "kind": "webdav", "secret": placePassword,
		"settings": map[string]string{"url": "https://dav.example.org/a", "username": "me"},
	}, &source)
	keeps := func() (has bool) {
		var now struct {
			HasSecret bool `json:"has_secret"`
		}
		require.Equal(t, http.StatusOK, s.call(http.MethodGet, "/sources/"+source.ID, nil, "", &now))
		return now.HasSecret
	}
	closed := func(b *tab) { b.until(`document.querySelector("dialog") === null`, "the dialog closes") }
	b := newTab(t, s)
	b.open("/app/sources/" + source.ID)
	b.logIn(s.key)
	b.presses("Change Share")
	b.sees("Leave this empty to keep the one that is stored.")
	b.writes("Name", "Our share")
	b.pressesIn("dialog", "Save")
	closed(b)
	b.sees("Our share")
	require.True(t, keeps())

	b.presses("Change Our share")
	b.writes("Address", "https://dav.example.org/b")
	b.sees("The location has changed: enter the secret again")
	b.pressesIn("dialog", "Save")
	b.until(`document.querySelector("dialog input[type=password]:invalid")`, "the password is asked for")
	b.is(`document.querySelector("dialog input[type=password]").focus()`)
	b.do(input.InsertText("another"))
	b.pressesIn("dialog", "Save")
	closed(b)
	b.sees("https://dav.example.org/b")
	require.True(t, keeps())
}

// sourceNamed returns the id of the source with the given name.
func (s *service) sourceNamed(name string) string {
	s.t.Helper()
	var list struct{ Data []struct{ ID, Name string } }
	require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/sources", nil, "", &list))
	at := slices.IndexFunc(list.Data, func(d struct{ ID, Name string }) bool { return d.Name == name })
	require.NotEqual(s.t, -1, at)
	return list.Data[at].ID
}

// chooses selects an option by its text in the list with the given name.
func (b *tab) chooses(list, option string) {
	b.t.Helper()
	found := `[...document.querySelectorAll("select")].find(e =>
		[e.getAttribute("aria-label"), e.labels?.[0]?.querySelector("span")?.innerText].includes(` + quoted(list) + `))`
	value := `[...(` + found + `)?.options ?? []].find(o => o.text === ` + quoted(option) + `)?.value`
	b.until(value+` !== undefined`, "there is "+option+" in "+list)
	b.is(`(e => { e.value = ` + value + `; e.dispatchEvent(new Event("change", {bubbles: true})); })(` + found + `)`)
}

// pressesIn clicks on the button with the given name within an element.
func (b *tab) pressesIn(selector, name string) {
	b.t.Helper()
	button := `[...document.querySelectorAll(` + quoted(selector+" button") + `)].find(e => !e.disabled && e.innerText.trim() === ` + quoted(name) + `)`
	b.until(button, "there is "+name)
	b.is(button + ".click()")
}
