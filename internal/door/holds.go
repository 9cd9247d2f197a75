package door

import (
	"context"
	"net/http"
	"net/url"
)

func ofCollection(id, part string) string { return "/collections/" + url.PathEscape(id) + part }

// SetRetention sets after how many days the files of a collection are deleted, counted from the upload of their newest
// version; nil keeps them.
func (c *Client) SetRetention(ctx context.Context, id string, days *int) (Collection, error) {
	var changed Collection
	err := c.Put(ctx, ofCollection(id, "/retention"), map[string]*int{"days": days}, &changed)
	return changed, err
}

// SetMasking sets which personal data in the files of a collection is masked. kinds is separated by commas; region is
// the country whose phone numbers are found without a country code. Empty kinds mask nothing.
func (c *Client) SetMasking(ctx context.Context, id, kinds, region string) (Collection, error) {
	var changed Collection
	err := c.Put(ctx, ofCollection(id, "/masking"), map[string]string{"mask": kinds, "mask_region": region}, &changed)
	return changed, err
}

// HoldCollection puts a collection on legal hold.
func (c *Client) HoldCollection(ctx context.Context, id, reason string) (Collection, error) {
	var changed Collection
	err := c.Put(ctx, ofCollection(id, "/hold"), map[string]string{"reason": reason}, &changed)
	return changed, err
}

// ReleaseCollection releases a collection from legal hold.
func (c *Client) ReleaseCollection(ctx context.Context, id string) (Collection, error) {
	var changed Collection
	err := c.exchange(ctx, http.MethodDelete, ofCollection(id, "/hold"), nil, "", &changed)
	return changed, err
}
