package main_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAccountsInTheBrowser manages the accounts of the service with a key that may do nothing else.
func TestAccountsInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium(t)
	s := newService(t)
	s.start()
	s.await(s.upload("letter.docx", nil).ID)
	b := newTab(t, s)
	b.open("/app")
	b.logIn(s.command("key", "create", "default", "--permissions", "operator"))
	b.sees("Usage of all accounts")
	b.until(`location.pathname === "/app/accounts"`, "operators begin with the accounts")
	b.until(`document.querySelectorAll("nav[aria-label=Workspace] a").length === 1`, "nothing is offered that operators may not see")
	b.sees("Conversions")
	b.accessible("accounts")
	b.until(`document.querySelector("a[download]").href.endsWith("/admin/usage?days=30&format=csv")`, "the usage is a file, too")

	b.presses("New account")
	b.writes("Name", "Acme")
	b.writes("Plan (optional)", "gold")
	b.pressesIn("dialog", "New account")
	b.sees("one of the plans of this service")
	b.writes("Plan (optional)", "")
	b.pressesIn("dialog", "New account")
	b.sees("It is shown only now")
	other := &service{t: t, api: s.api, key: b.is(`document.querySelector("dialog code").innerText`).(string)}
	works := func(status int) {
		require.Equal(t, status, other.call(http.MethodGet, "/documents", nil, "", nil))
	}
	works(http.StatusOK)
	b.presses("Close")
	b.presses("Acme")
	b.sees("Documents at once")
	b.accessible("account")
	b.presses("Suspend")
	b.sees("Suspended")
	works(http.StatusForbidden)
	b.presses("Resume")
	b.sees("Active")
	works(http.StatusOK)
	b.presses("Change the plan")
	b.writes("Plan", "gold")
	b.pressesIn("dialog", "Save")
	b.sees("one of the plans of this service")
	b.pressesIn("dialog", "Cancel")

	b.presses("Put on hold")
	b.writes("Reason, such as a case number", "Case 118")
	b.accessible("hold")
	b.pressesIn("dialog", "Put on hold")
	b.sees("On legal hold: Case 118")
	b.presses("Delete")
	b.writes("Type “Acme” to confirm", "Acme")
	b.pressesIn("dialog", "Delete the account")
	b.until(`[...document.querySelectorAll(".toast-bad")].some(e => e.innerText.includes("on legal hold"))`, "what is on hold is not deleted")
	b.pressesIn("dialog", "Cancel")
	b.presses("Release from hold")
	b.until(`!document.body.innerText.includes("Case 118")`, "the hold is released")
	b.presses("Delete")
	b.writes("Type “Acme” to confirm", "acme")
	b.until(`[...document.querySelectorAll("dialog button")].find(e => e.innerText.trim() === "Delete the account").disabled`, "another name does not count")
	b.writes("Type “Acme” to confirm", "Acme")
	b.pressesIn("dialog", "Delete the account")
	b.sees("Usage of all accounts")
	works(http.StatusUnauthorized)
	b.presses("default")
	b.sees("Documents at once")
	b.until(`![...document.querySelectorAll("main button")].some(e => ["Delete", "Suspend"].includes(e.innerText.trim()))`, "nobody locks themselves out")
}

// accountScreens takes screenshots of the accounts of the service, and of one of them.
func accountScreens(b *tab, s *service, dir string) {
	b.t.Helper()
	s.command("account", "create", "Acme")
	b.presses("Log out")
	b.logIn(s.command("key", "create", "default", "--permissions", "operator"))
	b.sees("Usage of all accounts")
	b.sees("Acme")
	shoot(b, dir, "accounts")
	b.presses("Acme")
	b.sees("Documents at once")
	b.presses("Put on hold")
	b.writes("Reason, such as a case number", "Case 118")
	b.pressesIn("dialog", "Put on hold")
	b.sees("On legal hold: Case 118")
	shoot(b, dir, "managed-account")
	b.presses("Delete")
	b.sees("Type “Acme” to confirm")
	b.picture(dir+"/delete-account.png", 1440, 900)
	b.picture(dir+"/delete-account-phone.png", 360, 740)
}
