package schema

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The origins of extractors.
const (
	ExtractorOwn     = "own"
	ExtractorCatalog = "catalog" // installed with the product: the account cannot change it
)

// The ways to charge for a run.
const (
	CostPerPage     = "PER_PAGE"
	CostPerDocument = "PER_DOCUMENT"
)

// ExtractorDefinition describes an extractor to be applied: its logic is Source, a definition in YAML.
type ExtractorDefinition struct {
	Slug        string
	Name        string
	Description string
	CostType    string
	CostCredits int
	Source      string
}

func (d ExtractorDefinition) description() *string {
	if d.Description == "" {
		return nil
	}
	return &d.Description
}

var errCatalogExtractor = &Error{Code: Forbidden, Msg: "This extractor was installed from the catalog and cannot be modified"}

func slugTaken(slug string) *Error {
	return &Error{Code: Conflict, Msg: fmt.Sprintf("An active extractor with the slug %q already exists", slug)}
}

// Extractor returns the active extractor of an account, at its newest version, or ErrExtractorNotFound.
func (db *DB) Extractor(ctx context.Context, account, id uuid.UUID) (ExtractorInfo, error) {
	e, err := db.extractorOf(ctx, id, account)
	return one(e, err, ErrExtractorNotFound)
}

// ExtractorNamed returns the active extractor with this slug, at its newest version, or ErrExtractorNotFound.
func (db *DB) ExtractorNamed(ctx context.Context, account uuid.UUID, slug string) (ExtractorInfo, error) {
	e, err := db.extractorBySlug(ctx, slug, account)
	return one(e, err, ErrExtractorNotFound)
}

// ExtractorSource returns the definition of one version, or ErrVersionNotFound. Versions of deleted extractors stay
// readable.
func (db *DB) ExtractorSource(ctx context.Context, id uuid.UUID, version int) (string, error) {
	s, err := db.extractorSource(ctx, id, int32(version))
	return one(s, err, ErrVersionNotFound)
}

// ExtractorVersion returns one version with its definition, or ErrVersionNotFound.
func (db *DB) ExtractorVersion(ctx context.Context, id uuid.UUID, version int) (ExtractorVersion, error) {
	v, err := db.extractorVersionRow(ctx, id, int32(version))
	return one(v, err, ErrVersionNotFound)
}

// The bounds on what an account may define. They are far above normal use, and only keep an account from filling the
// tables with definitions.
const (
	maxOwnExtractors     = 1000
	maxExtractorVersions = 1000
)

// ErrSlugOfCatalog returns the error for applying a definition under a slug of the catalog.
func ErrSlugOfCatalog(slug string) error {
	return &Error{Code: Conflict, Msg: fmt.Sprintf("the slug %q is in use by an extractor of the catalog", slug)}
}

// ListExtractors returns one page of the account's active extractors, newest first, and the total number. only selects
// some of them; nil selects all.
func (db *DB) ListExtractors(ctx context.Context, account uuid.UUID, only []uuid.UUID, skip, limit int) ([]ExtractorInfo, int, error) {
	count, err := db.countListedExtractors(ctx, account, only)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.listExtractors(ctx, listExtractorsParams{AccountID: account, Only: only, PageSkip: int32(skip), PageLimit: int32(limit)})
	return rows, int(count), err
}

// ExtractorsOf returns the extractors of documents, keyed by document, at the versions the documents were accepted
// with.
func (db *DB) ExtractorsOf(ctx context.Context, documents ...Document) (map[uuid.UUID]*ExtractorInfo, error) {
	var ids []uuid.UUID
	var versions []int32
	for _, d := range documents {
		if d.ExtractorID != nil {
			ids, versions = append(ids, *d.ExtractorID), append(versions, *d.ExtractorVersion)
		}
	}
	used := map[uuid.UUID]*ExtractorInfo{}
	if len(ids) == 0 {
		return used, nil
	}
	rows, err := db.extractorsUsed(ctx, ids, versions)
	if err != nil {
		return nil, err
	}
	for _, d := range documents {
		for i, e := range rows {
			if d.ExtractorID != nil && e.ID == *d.ExtractorID && e.Version == *d.ExtractorVersion {
				used[d.ID] = &rows[i]
			}
		}
	}
	return used, nil
}

// extractorOfDocument returns nil for a conversion.
func (q *Queries) extractorOfDocument(ctx context.Context, d Document) (*ExtractorInfo, error) {
	if d.ExtractorID == nil {
		return nil, nil //nolint:nilnil // a conversion is the ordinary case
	}
	e, err := q.extractorVersion(ctx, *d.ExtractorID, *d.ExtractorVersion)
	return &e, err
}

// Applied is the result of applying a definition.
type Applied struct {
	ExtractorInfo
	Changed bool // there is a new version
}

// ApplyExtractor makes the account's own extractor with this slug match the definition: it creates the extractor, or a
// new version if sameLogic reports that the newest version's source does something else. It returns Conflict if the
// slug belongs to the catalog. Concurrent applies of one slug all succeed, in some order.
func (db *DB) ApplyExtractor(ctx context.Context, account uuid.UUID, def ExtractorDefinition, sameLogic func(source string) bool) (Applied, error) {
	out, err := db.applyExtractor(ctx, account, def, sameLogic)
	if isUniqueViolation(err) { // someone else has just created it: apply to theirs
		out, err = db.applyExtractor(ctx, account, def, sameLogic)
	}
	if isUniqueViolation(err) {
		return Applied{}, slugTaken(def.Slug)
	}
	return out, err
}

func (db *DB) applyExtractor(ctx context.Context, account uuid.UUID, def ExtractorDefinition, sameLogic func(source string) bool) (Applied, error) {
	var out Applied
	err := db.tx(ctx, func(q *Queries) error {
		out = Applied{}
		e, err := q.lockExtractor(ctx, account, def.Slug)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			out.Changed = true
			err = q.addOwnExtractor(ctx, account, def)
		case err == nil && e.Origin == ExtractorCatalog:
			return ErrSlugOfCatalog(def.Slug)
		case err == nil:
			out.Changed, err = q.updateExtractor(ctx, e, def, sameLogic)
		}
		if err != nil {
			return err
		}
		if out.ExtractorInfo, err = q.extractorBySlug(ctx, def.Slug, account); err != nil {
			return err
		}
		return q.audit(ctx, account, AuditExtractorApply, out.ID)
	})
	return out, err
}

func (q *Queries) addOwnExtractor(ctx context.Context, account uuid.UUID, def ExtractorDefinition) error {
	if err := q.alone(ctx, account, maxOwnExtractors); err != nil {
		return err
	}
	if err := checkCount(ctx, q.countExtractors, account, maxOwnExtractors, "extractors"); err != nil {
		return err
	}
	return q.addExtractor(ctx, account, ExtractorOwn, def)
}

func (q *Queries) addExtractor(ctx context.Context, account uuid.UUID, origin string, def ExtractorDefinition) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	err = q.insertExtractor(ctx, insertExtractorParams{
		ID: id, AccountID: account, Origin: origin, Name: def.Name, Slug: def.Slug, Description: def.description(),
	})
	if err != nil {
		return err
	}
	return q.addExtractorVersion(ctx, id, 1, def)
}

func (q *Queries) addExtractorVersion(ctx context.Context, id uuid.UUID, version int32, def ExtractorDefinition) error {
	return q.insertExtractorVersion(ctx, insertExtractorVersionParams{
		ExtractorID: id, Version: version, Source: def.Source, CostType: def.CostType, CostCredits: int32(def.CostCredits),
	})
}

func (q *Queries) updateExtractor(ctx context.Context, e Extractor, def ExtractorDefinition, sameLogic func(string) bool) (bool, error) {
	source, err := q.extractorSource(ctx, e.ID, e.Version)
	if err != nil {
		return false, err
	}
	changed := !sameLogic(source)
	if changed && e.Version >= maxExtractorVersions && e.Origin == ExtractorOwn {
		return false, &Error{Code: Conflict, Msg: fmt.Sprintf("The extractor has %d versions; apply the definition under another slug", e.Version)}
	}
	if changed {
		e.Version++
		if err := q.addExtractorVersion(ctx, e.ID, e.Version, def); err != nil {
			return false, err
		}
	}
	return changed, q.describeExtractor(ctx, describeExtractorParams{
		Name: def.Name, Description: def.description(), Version: e.Version, ID: e.ID,
	})
}

// InstallExtractor installs this build's version of a catalog extractor in every account. An account's own extractor
// of the same slug is left alone. It is safe to run repeatedly and concurrently.
func (db *DB) InstallExtractor(ctx context.Context, def ExtractorDefinition) error {
	accounts, err := db.accountsWithout(ctx, def.Slug, def.Source)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		err := db.tx(ctx, func(q *Queries) error {
			e, err := q.lockExtractor(ctx, account, def.Slug)
			if errors.Is(err, pgx.ErrNoRows) {
				return q.addExtractor(ctx, account, ExtractorCatalog, def)
			}
			if err != nil || e.Origin != ExtractorCatalog {
				return err
			}
			_, err = q.updateExtractor(ctx, e, def, func(source string) bool { return source == def.Source })
			return err
		})
		if err != nil && !isUniqueViolation(err) { // another process was faster
			return err
		}
	}
	return nil
}

// RenameExtractor changes the name, the slug, or both, of an account's own extractor; nil leaves a value unchanged. It
// returns Forbidden for an extractor of the catalog, and Conflict if another active extractor has the slug.
func (db *DB) RenameExtractor(ctx context.Context, account, id uuid.UUID, name, slug *string) (ExtractorInfo, error) {
	err := db.tx(ctx, func(q *Queries) error {
		n, err := q.renameExtractor(ctx, renameExtractorParams{Name: name, Slug: slug, ID: id, AccountID: account})
		if err == nil && n == 0 {
			err = ErrExtractorNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditExtractorRename, id)
	})
	if isUniqueViolation(err) {
		return ExtractorInfo{}, slugTaken(*slug)
	}
	if errors.Is(err, ErrExtractorNotFound) {
		if _, why := db.EditableExtractor(ctx, account, id); why != nil {
			err = why // it is from the catalog
		}
	}
	if err != nil {
		return ExtractorInfo{}, err
	}
	return db.Extractor(ctx, account, id)
}

// DeleteExtractor removes an account's own extractor from the list; its runs and versions stay readable, and its slug
// becomes free. It returns the extractor as it was before, or Forbidden for an extractor of the catalog.
func (db *DB) DeleteExtractor(ctx context.Context, account, id uuid.UUID) (ExtractorInfo, error) {
	e, err := db.EditableExtractor(ctx, account, id)
	if err != nil {
		return e, err
	}
	return e, db.deleting(ctx, account, nil, func(q *Queries) error {
		n, err := q.hideExtractor(ctx, id, account)
		if err == nil && n == 0 {
			err = ErrExtractorNotFound
		}
		if err != nil {
			return err
		}
		return q.audit(ctx, account, AuditExtractorDelete, id)
	})
}

// EditableExtractor is like Extractor, but returns Forbidden for an extractor of the catalog.
func (db *DB) EditableExtractor(ctx context.Context, account, id uuid.UUID) (ExtractorInfo, error) {
	e, err := db.Extractor(ctx, account, id)
	if err == nil && e.Origin == ExtractorCatalog {
		err = errCatalogExtractor
	}
	return e, err
}
