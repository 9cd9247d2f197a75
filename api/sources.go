package api

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/glob"
	"quire/schema"
)

const (
	sourcesPath = basePath + "/sources"
	// defaultEvery is the interval between the runs of a source, in minutes, if it is not given.
	defaultEvery = 60
	maxEvery     = 43_200 // minutes: 30 days
	maxRate      = 6_000  // items per minute
	maxSetting   = 4_096  // characters
	maxPatterns  = 50     // of one kind
	maxPattern   = 255    // characters
)

// sourceInfo is a source on the wire.
type sourceInfo struct {
	ID           uuid.UUID             `json:"id"`
	Name         string                `json:"name"`
	CollectionID uuid.UUID             `json:"collection_id"`
	Kind         string                `json:"kind"`
	Settings     schema.SourceSettings `json:"settings"`
	EveryMinutes int32                 `json:"every_minutes"`
	Rate         int32                 `json:"rate"`
	AddOnly      bool                  `json:"add_only"`
	Include      []string              `json:"include"`
	Exclude      []string              `json:"exclude"`
	HasSecret    bool                  `json:"has_secret"`
	PausedAt     *timestamp            `json:"paused_at"`
	PauseReason  *string               `json:"pause_reason"`
	NextRunAt    *timestamp            `json:"next_run_at"`
	CreatedAt    timestamp             `json:"created_at"`
	UpdatedAt    timestamp             `json:"updated_at"`
}

func wireSource(s schema.Source) sourceInfo {
	w := sourceInfo{
		ID: s.ID, Name: s.Name, CollectionID: s.CollectionID, Kind: s.Kind, Settings: s.Settings, EveryMinutes: s.EveryMinutes, Rate: s.Rate,
		AddOnly: s.AddOnly, Include: s.Include, Exclude: s.Exclude, HasSecret: s.Secret != nil, PausedAt: (*timestamp)(s.PausedAt), PauseReason: s.PauseReason, CreatedAt: timestamp(s.CreatedAt), UpdatedAt: timestamp(s.UpdatedAt),
	}
	if s.PausedAt == nil {
		w.NextRunAt = (*timestamp)(&s.NextRunAt)
	}
	return w
}

// createSource creates a source that mirrors an external place into a collection. Unless the request says otherwise,
// the first run is a dry run.
func (s *Server) createSource(c echo.Context) error {
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	n := schema.NewSource{
		AccountID: principal(c).AccountID, Name: b.name("name"), Kind: b.choice("kind", schema.SourceKinds()...),
		EveryMinutes: b.integer("every_minutes", defaultEvery, 1, maxEvery), Rate: b.integer("rate", 0, 0, maxRate), AddOnly: b.boolean("add_only"),
		Preview: !b.has("preview") || b.boolean("preview"), RequestID: requestID(c),
	}
	if b.required("collection_id") {
		n.CollectionID = *b.uuid("collection_id")
	}
	n.Include, n.Exclude = b.patterns("include"), b.patterns("exclude")
	n.Settings = s.sourceSettings(b, n.Kind, schema.SourceSettings{})
	n.Secret = s.sourceSecret(b)
	if err := b.err(); err != nil {
		return err
	}
	if n.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	return s.once(c, b.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		row, start, err := s.cfg.DB.CreateSource(c.Request().Context(), n)
		answer := wireSource(row)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		s.cfg.Submit(start)
		return ok(c, answer)
	})
}

// sourceSettings reads the settings of a source: was, changed by what the request names.
func (s *Server) sourceSettings(b *jsonBody, kind string, was schema.SourceSettings) schema.SourceSettings {
	if !b.required("settings") {
		return was
	}
	in, err := parseObject(b.fields["settings"])
	if err != nil {
		b.wrong("dict_type", "Input should be a valid dictionary", "settings")
		return was
	}
	for name, into := range map[string]*string{
		"path": &was.Path, "bucket": &was.Bucket, "prefix": &was.Prefix, "region": &was.Region, "endpoint": &was.Endpoint,
		"access_key_id": &was.AccessKeyID, "url": &was.URL, "username": &was.Username, "mailbox": &was.Mailbox,
	} {
		in.setting(name, into)
	}
	for _, p := range in.problems {
		b.wrong(p.Type, p.Msg, append([]string{"settings"}, p.Loc[1:]...)...)
	}
	if len(b.problems) > 0 {
		return was
	}
	if err := s.cfg.CheckSource(kind, was); err != nil {
		b.wrong("value_error", "Value error, "+err.Error(), "settings")
	}
	return was
}

// sourceSecret reads the credentials of a source; "" means none.
func (s *Server) sourceSecret(b *jsonBody) schema.SealedSecret {
	if !b.has("secret") {
		return schema.SealedSecret{}
	}
	plain := b.blank("secret", maxSetting)
	switch {
	case plain == "":
		return schema.SealedSecret{}
	case s.cfg.SealSecret == nil:
		b.wrong("value_error", "Value error, this service keeps no secrets: its operator has not set QUIRE_SOURCE_KEYS", "secret")
		return schema.SealedSecret{}
	}
	return s.cfg.SealSecret([]byte(plain))
}

// patterns reads patterns of names or paths, as a list that may be empty.
func (b *jsonBody) patterns(name string) []string {
	list := b.texts(name, maxPatterns, maxPattern)
	if err := (glob.Filter{Include: list}).Check(); err != nil {
		b.wrong("value_error", "Value error, "+err.Error(), name)
	}
	return list
}

// setting reads a field that stays unchanged if it is absent.
func (b *jsonBody) setting(name string, into *string) {
	if b.has(name) {
		*into = b.blank(name, maxSetting)
	}
}

// choice reads one of the allowed words.
func (b *jsonBody) choice(name string, allowed ...string) string {
	if !b.required(name) {
		return ""
	}
	v := &values{in: "body", get: func(string) string { return b.text(name, maxName) }}
	chosen := v.enum(name, "", allowed...)
	b.problems = append(b.problems, v.problems...)
	return chosen
}

// listSources responds with one page of the account's sources, newest first.
func (s *Server) listSources(c echo.Context) error {
	v := queryValues(c)
	p, collection := v.paging(), v.uuid("collection_id")
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListSources(c.Request().Context(), principal(c).AccountID, collection, p.skip, p.limit)
	if err != nil {
		return err
	}
	return okList(c, rows, count, wireSource)
}

// sourceOf returns the source named in the path.
func (s *Server) sourceOf(c echo.Context) (schema.Source, error) {
	ids, err := pathIDs(c, "source_id")
	if err != nil {
		return schema.Source{}, err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	return s.cfg.DB.Source(ctx, principal(c).AccountID, ids[0])
}

// getSource responds with the source named in the path.
func (s *Server) getSource(c echo.Context) error {
	row, err := s.sourceOf(c)
	if err != nil {
		return err
	}
	return ok(c, wireSource(row))
}

// changeSource changes what the request names and leaves the rest as it is. Of two concurrent requests, each applies to
// the source as the other leaves it.
func (s *Server) changeSource(c echo.Context) error {
	ids, err := pathIDs(c, "source_id")
	if err != nil {
		return err
	}
	b, err := s.readJSON(c)
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.ChangeSource(c.Request().Context(), principal(c).AccountID, ids[0], func(row *schema.Source) error {
		s.applySource(b, row)
		return b.err()
	})
	if err != nil {
		return err
	}
	return ok(c, wireSource(row))
}

// applySource applies the changes that the request names.
func (s *Server) applySource(b *jsonBody, row *schema.Source) {
	if b.has("name") {
		row.Name = b.name("name")
	}
	row.EveryMinutes = int32(b.integer("every_minutes", int(row.EveryMinutes), 1, maxEvery))
	row.Rate = int32(b.integer("rate", int(row.Rate), 0, maxRate))
	if b.has("add_only") {
		row.AddOnly = b.boolean("add_only")
	}
	if b.has("include") {
		row.Include = b.patterns("include")
	}
	if b.has("exclude") {
		row.Exclude = b.patterns("exclude")
	}
	was := row.Settings
	if b.has("settings") {
		row.Settings = s.sourceSettings(b, row.Kind, was)
	}
	if b.has("secret") {
		sealed := s.sourceSecret(b)
		row.Secret, row.SecretKey = sealed.Sealed, sealed.Key
	} else if row.Secret != nil && row.Settings != was {
		// A client that does not know the secret must not have it sent elsewhere.
		b.wrong("value_error", "Value error, send the secret again when the settings change", "secret")
	}
}

// deleteSource removes the source. The files that it has mirrored remain.
func (s *Server) deleteSource(c echo.Context) error {
	ids, err := pathIDs(c, "source_id")
	if err != nil {
		return err
	}
	if err := s.cfg.DB.DeleteSource(c.Request().Context(), principal(c).AccountID, ids[0]); err != nil {
		return err
	}
	return ok(c, deleted{ID: ids[0], Deleted: true, Message: "Source deleted successfully. The files that it has mirrored stay in the collection"})
}

// pauseSource stops the current run and prevents further ones.
func (s *Server) pauseSource(c echo.Context) error {
	ids, err := pathIDs(c, "source_id")
	if err != nil {
		return err
	}
	row, err := s.cfg.DB.PauseSource(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return ok(c, wireSource(row))
}

// resumeSource resumes a paused source and starts a run at once.
func (s *Server) resumeSource(c echo.Context) error {
	ids, err := pathIDs(c, "source_id")
	if err != nil {
		return err
	}
	b, err := s.optionalJSON(c)
	if err != nil {
		return err
	}
	allow := b.boolean("allow_deletions")
	if err := b.err(); err != nil {
		return err
	}
	row, start, err := s.cfg.DB.ResumeSource(c.Request().Context(), principal(c).AccountID, ids[0], allow, requestID(c))
	if err != nil {
		return err
	}
	if start.OutboxID != 0 {
		s.cfg.Submit(start)
	}
	return ok(c, wireSource(row))
}
