package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/apikey"
	"quire/internal/webhook"
	"quire/schema"
)

// accountsPath is where operators manage accounts.
const accountsPath = basePath + "/admin/accounts"

// managedAccount is an account as operators see it.
type managedAccount struct {
	ID          uuid.UUID  `json:"id"`
	Name        string     `json:"name"`
	Plan        string     `json:"plan"`
	State       string     `json:"state"`
	CreatedAt   timestamp  `json:"created_at"`
	SuspendedAt *timestamp `json:"suspended_at"`
	Hold        *hold      `json:"hold"`
}

// managedAccountDetail is a managedAccount with what its plan allows.
type managedAccountDetail struct {
	managedAccount
	RequestsPerMinute *int             `json:"requests_per_minute"`
	UploadsPerMinute  *int             `json:"uploads_per_minute"`
	DocumentsAtOnce   *int             `json:"documents_at_once"`
	Quotas            map[string]quota `json:"quotas"`
}

// createdAccount is a new account. Its key is only in this response.
type createdAccount struct {
	managedAccount
	Key           string `json:"key"`
	WebhookSecret string `json:"webhook_secret"`
}

func wireManaged(a schema.Account) managedAccount {
	return managedAccount{
		ID: a.ID, Name: a.Name, Plan: a.Plan, State: a.State(), CreatedAt: timestamp(a.CreatedAt), SuspendedAt: stamped(a.SuspendedAt),
		Hold: wireHold(a.Hold()),
	}
}

// createAccount creates an account and a key with all permissions in it, in one transaction. The response is not stored
// under an idempotency key, because it would hold the key in clear text; the unique name keeps a repeated request from
// creating a second account.
func (s *Server) createAccount(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	name, plan := b.text("name", maxName), DefaultPlan
	if b.has("plan") {
		plan = s.plan(b)
	}
	if err := b.err(); err != nil {
		return err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	plain, secret := apikey.New(s.cfg.Environment), webhook.NewSecret()
	a, err := s.cfg.DB.CreateAccount(c.Request().Context(), name, plan, secret, schema.InsertKeyParams{
		ID: id, Name: "first", Display: apikey.Display(plain), Hash: s.hash(plain), CanRead: true, CanWrite: true, CanAdmin: true,
	})
	if err != nil {
		return err
	}
	for _, e := range s.cfg.Catalog { // every start of the service installs whatever is left out here
		if err := s.cfg.DB.InstallExtractor(c.Request().Context(), e); err != nil {
			return err
		}
	}
	return ok(c, createdAccount{managedAccount: wireManaged(a), Key: plain, WebhookSecret: secret})
}

// plan reads the name of a configured plan.
func (s *Server) plan(b *jsonBody) string {
	plan := b.text("plan", maxName)
	if _, known := s.cfg.Plans[plan]; !known && plan != "" {
		b.wrong("enum", "Input should be one of the plans of this service", "plan")
	}
	return plan
}

// listAccounts responds with one page of the accounts, newest first.
func (s *Server) listAccounts(c echo.Context) error {
	v := queryValues(c)
	p := v.paging()
	filter := schema.AccountFilter{
		Search: v.composed("search", maxSearch), State: v.enum("state", "", schema.AccountStates...), Skip: p.skip, Limit: p.limit,
	}
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.Accounts(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireManaged)
}

// showAccount responds with an account and how much of the plan's quotas it has used.
func (s *Server) showAccount(c echo.Context) error {
	ids, err := pathIDs(c, "account_id")
	if err != nil {
		return err
	}
	a, err := s.cfg.DB.Account(c.Request().Context(), ids[0])
	if err != nil {
		return err
	}
	return s.answerAccount(c, a)
}

func (s *Server) answerAccount(c echo.Context, a schema.Account) error {
	plan := s.limiter.plan(schema.Principal{Plan: a.Plan})
	quotas, err := s.quotasOf(c, a.ID, plan.Allowance)
	if err != nil {
		return err
	}
	return ok(c, managedAccountDetail{
		managedAccount: wireManaged(a), Quotas: quotas, RequestsPerMinute: perMinute(plan.Requests),
		UploadsPerMinute: perMinute(plan.Uploads), DocumentsAtOnce: limited(plan.Documents),
	})
}

// changeAccount moves an account to another plan.
func (s *Server) changeAccount(c echo.Context) error {
	ids, err := pathIDs(c, "account_id")
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	plan := s.plan(b)
	if err := b.err(); err != nil {
		return err
	}
	if err := s.cfg.DB.SetPlan(c.Request().Context(), ids[0], plan); err != nil {
		return err
	}
	return s.showAccount(c)
}

var errOwnAccount = &schema.Error{
	Code: schema.Conflict, Msg: "This is the account of the key in use; use an operator's key of another account",
}

// suspendAccount makes the service refuse an account's keys and logins from now on.
func (s *Server) suspendAccount(c echo.Context) error {
	id, err := foreignAccount(c)
	if err != nil {
		return err
	}
	a, err := s.cfg.DB.SuspendAccount(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return ok(c, wireManaged(a))
}

// foreignAccount returns the account in the path, unless it is the operator's own: suspending or deleting that could
// not be undone over HTTP.
func foreignAccount(c echo.Context) (uuid.UUID, error) {
	ids, err := pathIDs(c, "account_id")
	if err != nil {
		return uuid.Nil, err
	}
	if ids[0] == principal(c).AccountID {
		return uuid.Nil, errOwnAccount
	}
	return ids[0], nil
}

// resumeAccount undoes suspendAccount.
func (s *Server) resumeAccount(c echo.Context) error {
	ids, err := pathIDs(c, "account_id")
	if err != nil {
		return err
	}
	a, err := s.cfg.DB.ResumeAccount(c.Request().Context(), ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireManaged(a))
}

// deleteAccount makes the service refuse the account's keys and logins for good; everything that it owns is removed
// afterwards.
func (s *Server) deleteAccount(c echo.Context) error {
	id, err := foreignAccount(c)
	if err != nil {
		return err
	}
	start, err := s.cfg.DB.DeleteAccount(c.Request().Context(), id, requestID(c))
	if err != nil {
		return err
	}
	s.cfg.Submit(start)
	return ok(c, deleted{ID: id, Deleted: true, Message: "Account deleted successfully"})
}
