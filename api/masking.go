package api

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/mask"
	"quire/schema"
)

// maxMasking bounds a list of kinds of personal data, in characters.
const maxMasking = 200

const ultraShowsPictures = "ultra shows a model pictures of pages, in which nothing is masked; use lite where personal data is masked"

var errMasked = &schema.Error{
	Code: schema.Forbidden, Msg: "Personal data is masked in this; its original and the pictures of its pages are only for keys with the permission unmask, which such a request must carry",
}

// masking reads which personal data of a document is to be masked, as the names of rules.
func (v *values) masking() []string {
	kinds := strings.FieldsFunc(v.text("mask", maxMasking), func(c rune) bool { return c == ',' || c == ' ' })
	region := v.text("mask_region", 2)
	if len(kinds) == 0 && region != "" {
		v.wrong("mask_region", "value_error", "Value error, it says whose phone numbers are masked: give mask, too")
	}
	rules, err := mask.New(kinds, region)
	if err != nil {
		v.wrong("mask", "value_error", "Value error, "+err.Error())
	}
	return rules.Names()
}

// masked is something that may be masked, and the rules that mask it.
type masked struct {
	account uuid.UUID
	masking []string
	action  string // of the audit log, which names the object
	object  uuid.UUID
	within  func(*schema.Scope) bool
}

func maskedDocument(d schema.Document) masked {
	return masked{d.AccountID, d.Masking, schema.AuditDocumentUnmask, d.ID, func(s *schema.Scope) bool { return s.HasExtractor(d.ExtractorID) }}
}

// unmask returns an error unless the request may see what masking hides, and records the access in the audit log. A
// signed link is not enough: it may have been passed on, or be older than the masking.
func (s *Server) unmask(c echo.Context, m masked) error {
	if len(m.masking) == 0 {
		return nil
	}
	p, err := s.authenticate(c)
	if err != nil || !p.Unmask || p.AccountID != m.account || !m.within(p.Scope) {
		return errMasked
	}
	ctx := schema.WithActor(c.Request().Context(), actor(c, p))
	return s.cfg.DB.AuditUnmasking(ctx, m.account, m.action, m.object)
}

func maskedFile(f schema.FileInfo, v schema.VersionInfo) masked {
	return masked{f.AccountID, v.Masking, schema.AuditFileUnmask, f.ID, func(s *schema.Scope) bool {
		return s.HasCollections([]uuid.UUID{f.CollectionID})
	}}
}

// shownVersion returns an error if the results of a version were not masked by the current rules of its collection.
func shownVersion(v schema.VersionInfo) error {
	if v.Shown() {
		return nil
	}
	return conflict("The collection is masked by rules that this version was not processed with. The newest version is being processed again; older ones stay withheld")
}

var errMaskedArchive = &schema.Error{
	Code: schema.Forbidden, Msg: "The archive has originals of what is masked; it needs a key with the permission unmask",
}

// unmaskArchive returns an error unless the request may see the originals in an export of its account.
func (s *Server) unmaskArchive(c echo.Context) error {
	if principal(c).Unmask {
		return nil
	}
	masks, err := s.cfg.DB.MasksAnything(c.Request().Context(), principal(c).AccountID)
	if err == nil && masks {
		err = errMaskedArchive
	}
	return err
}

// addMasking adds the given rules, which are those of a document's account or of the collection of a file in a batch,
// to those that the request names.
func addMasking(n *schema.NewDocument, of []string) error {
	rules, err := mask.Parse(append(slices.Clone(n.Masking), of...))
	if err != nil {
		return err
	}
	n.Masking = rules.Names()
	if len(n.Masking) > 0 && n.Accuracy != nil && *n.Accuracy == "ultra" {
		return badRequest(ultraShowsPictures)
	}
	return nil
}

// maskAsAccount adds the rules of the account to those of a document.
func (s *Server) maskAsAccount(ctx context.Context, n *schema.NewDocument) error {
	rules, err := s.cfg.DB.AccountMasking(ctx, n.AccountID)
	if err != nil {
		return err
	}
	return addMasking(n, rules)
}

// bodyMasking reads a body that lists what is masked.
func (s *Server) bodyMasking(c echo.Context) ([]string, error) {
	b, err := s.readJSON(c)
	if err != nil {
		return nil, err
	}
	if !b.has("mask") { // a misspelled field must not end the masking
		b.wrong("missing", "Field required", "mask")
	}
	v := &values{in: "body", get: b.scalar}
	masking := v.masking()
	if err := b.err(); err != nil {
		return nil, err
	}
	return masking, v.err()
}

// setAccountMasking sets which personal data of the account's documents is masked, which is also the default of its new
// collections.
func (s *Server) setAccountMasking(c echo.Context) error {
	masking, err := s.bodyMasking(c)
	if err != nil {
		return err
	}
	if _, err := s.cfg.DB.SetAccountMasking(c.Request().Context(), principal(c).AccountID, masking); err != nil {
		return err
	}
	return s.getAccount(c)
}

// setMasking sets which personal data of a collection's files is masked.
func (s *Server) setMasking(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id")
	if err != nil {
		return err
	}
	masking, err := s.bodyMasking(c)
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.SetMasking(c.Request().Context(), principal(c).AccountID, ids[0], masking)
	if err != nil {
		return err
	}
	return ok(c, wireCollection(row))
}
