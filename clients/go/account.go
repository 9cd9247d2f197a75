package quire

import (
	"context"
	"io"
	"iter"
	"net/http"
	"net/url"
)

// Except for GetUsage, the following methods require a key with the permission admin.

// GetAccount returns the account, its plan, and how much of the plan it has used.
func (c *Client) GetAccount(ctx context.Context) (*Account, error) {
	return read[Account](ctx, c, http.MethodGet, "/account", call{})
}

// SetAccountMasking masks personal data in all documents from now on, and is the default for new collections. kinds are
// joined by commas; "" masks nothing. region is the country of phone numbers written without a country code.
func (c *Client) SetAccountMasking(ctx context.Context, kinds, region string) (*Account, error) {
	return read[Account](ctx, c, http.MethodPut, "/account/masking", call{json: NewMasking{Mask: kinds, MaskRegion: region}})
}

// GetUsage yields the cost of documents, by day and kind, between two dates like 2026-11-23, either of which may be
// empty.
func (c *Client) GetUsage(ctx context.Context, from, to string) iter.Seq2[UsageDay, error] {
	return list[UsageDay](ctx, c, "/usage", filter("from", from, "to", to))
}

// GetAccountUsage returns what the account used on each of a number of days ending with the date until. 0 and "" select
// the service's defaults.
func (c *Client) GetAccountUsage(ctx context.Context, days int, until string) ([]DayUse, error) {
	how := call{query: filter("days", number(days), "until", until)}
	return rows[DayUse](ctx, c, http.MethodGet, "/account/usage", how)
}

// ListKeys yields the keys, without their secrets.
func (c *Client) ListKeys(ctx context.Context) iter.Seq2[Key, error] {
	return list[Key](ctx, c, "/account/keys", nil)
}

// CreateKey creates a key, whose secret is returned only here. The request is never repeated, so that a lost response
// does not leave two keys.
func (c *Client) CreateKey(ctx context.Context, key NewKey) (*CreatedKey, error) {
	return read[CreatedKey](ctx, c, http.MethodPost, "/account/keys", call{json: key, once: true})
}

// RevokeKey revokes a key.
func (c *Client) RevokeKey(ctx context.Context, id string) (*Key, error) {
	return read[Key](ctx, c, http.MethodDelete, at("account", "keys", id), call{})
}

// ListWebhookSecrets returns the secrets that currently sign webhooks, newest first.
func (c *Client) ListWebhookSecrets(ctx context.Context) ([]WebhookSecret, error) {
	return rows[WebhookSecret](ctx, c, http.MethodGet, "/account/webhook-secrets", call{})
}

// RotateWebhookSecret adds a secret. The older ones keep signing for overlapSeconds; nil selects the service's default.
// The request is never repeated, so that a lost response does not leave two secrets.
func (c *Client) RotateWebhookSecret(ctx context.Context, overlapSeconds *int) ([]WebhookSecret, error) {
	body := struct {
		OverlapSeconds *int `json:"overlap_seconds,omitempty"`
	}{overlapSeconds}
	return rows[WebhookSecret](ctx, c, http.MethodPost, "/account/webhook-secrets", call{json: body, once: true})
}

// CreateExport starts an archive of everything the account has.
func (c *Client) CreateExport(ctx context.Context) (*Export, error) {
	return read[Export](ctx, c, http.MethodPost, "/account/exports", call{})
}

// ListExports yields the exports, newest first.
func (c *Client) ListExports(ctx context.Context) iter.Seq2[Export, error] {
	return list[Export](ctx, c, "/account/exports", nil)
}

// GetExport returns an export with its progress.
func (c *Client) GetExport(ctx context.Context, id string) (*Export, error) {
	return read[Export](ctx, c, http.MethodGet, at("account", "exports", id), call{})
}

// GetExportArchive returns the archive of a completed export as a stream. The caller must close it.
func (c *Client) GetExportArchive(ctx context.Context, id string) (io.ReadCloser, error) {
	response, err := c.open(ctx, http.MethodGet, at("account", "exports", id, "archive"), call{})
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// DeleteExport deletes an export with its archive.
func (c *Client) DeleteExport(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("account", "exports", id), nil, nil, nil)
}

// AuditFilter narrows the log by each field that is set.
type AuditFilter struct {
	Action   string
	ObjectID string
	KeyID    string
	From     string
	To       string
}

// ListAudit yields what was done in the account, newest first.
func (c *Client) ListAudit(ctx context.Context, f AuditFilter) iter.Seq2[AuditEntry, error] {
	return list[AuditEntry](ctx, c, "/account/audit", f.query(""))
}

// query returns the filter as parameters, limited to one account if it is not "".
func (f AuditFilter) query(account string) url.Values {
	return filter("account_id", account, "action", f.Action, "object_id", f.ObjectID, "key_id", f.KeyID, "from", f.From, "to", f.To)
}

// AccountFilter selects accounts of the service. Empty fields do not filter.
type AccountFilter struct {
	Search string // part of the name
	State  AccountState
}

// ListAccounts yields the accounts of the service, newest first. This and all following methods require a key with the
// permission operator.
func (c *Client) ListAccounts(ctx context.Context, f AccountFilter) iter.Seq2[ManagedAccount, error] {
	return list[ManagedAccount](ctx, c, "/admin/accounts", filter("search", f.Search, "state", f.State))
}

// AuditOfAccounts yields what was done in one account of the service, or in all of them if account is "", newest first.
func (c *Client) AuditOfAccounts(ctx context.Context, account string, f AuditFilter) iter.Seq2[ServiceAuditEntry, error] {
	return list[ServiceAuditEntry](ctx, c, "/admin/audit", f.query(account))
}

// UsageOfAccounts yields what each account of the service used of each kind on a number of days ending with the date
// until, sorted by name. 0 and "" select the service's defaults.
func (c *Client) UsageOfAccounts(ctx context.Context, days int, until string) iter.Seq2[AccountUse, error] {
	return list[AccountUse](ctx, c, "/admin/usage", filter("days", number(days), "until", until))
}

// CreateAccount creates an account with a key, whose secret is returned only here. The request is never repeated: the
// service would refuse it.
func (c *Client) CreateAccount(ctx context.Context, account NewAccount) (*CreatedAccount, error) {
	return read[CreatedAccount](ctx, c, http.MethodPost, "/admin/accounts", call{json: account, once: true})
}

// ShowAccount returns an account and how much of its plan it has used.
func (c *Client) ShowAccount(ctx context.Context, id string) (*ManagedAccountDetail, error) {
	return read[ManagedAccountDetail](ctx, c, http.MethodGet, at("admin", "accounts", id), call{})
}

// ChangeAccount moves an account to another plan.
func (c *Client) ChangeAccount(ctx context.Context, id string, change AccountChange) (*ManagedAccountDetail, error) {
	return read[ManagedAccountDetail](ctx, c, http.MethodPatch, at("admin", "accounts", id), call{json: change})
}

// SuspendAccount refuses the keys and logins of an account until it is resumed.
func (c *Client) SuspendAccount(ctx context.Context, id string) (*ManagedAccount, error) {
	return read[ManagedAccount](ctx, c, http.MethodPost, at("admin", "accounts", id, "suspend"), call{})
}

// ResumeAccount lifts the suspension of an account.
func (c *Client) ResumeAccount(ctx context.Context, id string) (*ManagedAccount, error) {
	return read[ManagedAccount](ctx, c, http.MethodPost, at("admin", "accounts", id, "resume"), call{})
}

// HoldAccount puts an account on legal hold: nothing in it is deleted any more.
func (c *Client) HoldAccount(ctx context.Context, id, reason string) (*ManagedAccount, error) {
	return read[ManagedAccount](ctx, c, http.MethodPut, at("admin", "accounts", id, "hold"), call{json: NewHold{Reason: reason}})
}

// ReleaseAccount releases an account from legal hold.
func (c *Client) ReleaseAccount(ctx context.Context, id string) (*ManagedAccount, error) {
	return read[ManagedAccount](ctx, c, http.MethodDelete, at("admin", "accounts", id, "hold"), call{})
}

// DeleteAccount deletes an account. Everything it owns is removed within the hour.
func (c *Client) DeleteAccount(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, at("admin", "accounts", id), nil, nil, nil)
}
