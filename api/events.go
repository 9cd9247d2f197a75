package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

const (
	// followedFor is how long a connection is kept open; browsers then reconnect by themselves.
	followedFor = 10 * time.Minute
	// mostFollowed bounds the files in flight that the events of a collection show at a time.
	mostFollowed = 100
	// mostTouched bounds the files of a collection that began or ended since the last look.
	mostTouched = 1000
	// commitTime is how long it may take until a change is visible, counted from its recorded time.
	commitTime = 10 * time.Second
	// mostFollowers bounds the connections of a process, because each queries the database once a second while
	// notifications do not arrive.
	mostFollowers = 1000
	// The first of a burst of changes is shown at once, and those that follow are shown together after this delay: for
	// a single object, and for the many files of a collection.
	gatherOne  = 50 * time.Millisecond
	gatherMany = time.Second
	// endID is the id of the last event. A browser that sends it back is told not to reconnect.
	endID = "end"
)

// The steps of processing.
const (
	stepQueued  = "queued"
	stepFetch   = "fetch"
	stepConvert = "convert"
	stepFinish  = "finish" // assembling, extracting, indexing
	stepEmbed   = "embed"  // ready and searchable by words; vectors follow
)

// progress is the progress of processing a document or a file, on the wire.
type progress struct {
	ID         uuid.UUID `json:"id"`
	Status     string    `json:"status"`
	Step       *string   `json:"step"` // null: nothing is left to do
	PagesDone  int       `json:"pages_done"`
	PagesTotal *int      `json:"pages_total"` // null: not known yet
	Attempts   int       `json:"attempts"`
	Seconds    int       `json:"seconds"`
	Error      *string   `json:"error"`
	Vectors    *vectors  `json:"vectors,omitempty"` // of files
}

func (p progress) over() bool { return p.Step == nil }

// at fills in the pages and the step of work in flight.
func (p *progress) at(pages schema.PageProgress, known bool, waiting, fetching bool) {
	step := stepConvert
	if known {
		p.PagesDone, p.PagesTotal = pages.Done, &pages.Total
	}
	switch {
	case waiting:
		step = stepQueued
	case fetching:
		step = stepFetch
	case known && pages.Done >= pages.Total:
		step = stepFinish
	}
	p.Step = &step
}

// ended fills in the pages of work that has ended.
func (p *progress) ended(pages *int32) {
	if pages != nil {
		p.PagesDone, p.PagesTotal = int(*pages), new(int(*pages))
	}
}

func seconds(from time.Time, to *time.Time) int {
	end := time.Now()
	if to != nil {
		end = *to
	}
	return max(int(math.Round(end.Sub(from).Seconds())), 0)
}

func (s *Server) documentProgress(c echo.Context, d schema.Document) (progress, error) {
	p := progress{
		ID: d.ID, Status: string(d.StatusAt(time.Now())), Attempts: int(d.Attempt), Seconds: seconds(d.CreatedAt, d.CompletedAt), Error: d.Error,
	}
	if !d.Status.InFlight() {
		p.ended(d.PageCount)
		return p, nil
	}
	all, err := s.cfg.DB.Progress(c.Request().Context(), d.ID)
	pages, known := all[d.ID]
	p.at(pages, known, d.Status == schema.Pending, d.SourceURL != nil && d.Format == "")
	return p, err
}

func (s *Server) fileProgress(c echo.Context, f schema.FileInfo) (progress, error) {
	ctx := c.Request().Context()
	work, err := s.cfg.DB.VersionWork(ctx, f.VersionID)
	if err != nil {
		return progress{}, err
	}
	p := progress{ID: f.ID, Status: string(f.Status), Attempts: work.Attempt, Error: f.Error, Vectors: vectorsOf(f)}
	if !f.Status.InFlight() {
		p.Seconds = seconds(work.Created, &work.LastTouch)
		p.ended(f.PageCount)
		return p, nil
	}
	p.Seconds = seconds(work.Created, nil)
	all, err := s.cfg.DB.Progress(ctx, f.VersionID)
	pages, known := all[f.VersionID]
	p.at(pages, known && pages.Round == work.Round, f.Status == schema.FilePending, false)
	return p, err
}

// documentEvents streams the progress of a document until it has ended.
func (s *Server) documentEvents(c echo.Context) error {
	return s.follow(c, "id", func() ([]progress, error) {
		d, err := s.documentOf(c)
		if err != nil {
			return nil, err
		}
		p, err := s.documentProgress(c, d)
		return []progress{p}, err
	}, true)
}

// fileEvents streams the progress of a file's newest version until it has ended.
func (s *Server) fileEvents(c echo.Context) error {
	return s.follow(c, "file_id", func() ([]progress, error) {
		f, err := s.fileOfPath(c)
		if err != nil {
			return nil, err
		}
		p, err := s.fileProgress(c, f)
		return []progress{p}, err
	}, true)
}

// follow streams what look returns whenever the object named in the path has changed. Every connection begins with the
// current state, so a client that was disconnected has missed nothing that matters. If ends is set, the stream ends
// when the work does.
func (s *Server) follow(c echo.Context, object string, look func() ([]progress, error), ends bool) error {
	id, _ := uuid.Parse(pathText(c, object))
	woken, stop := s.changes.subscribe(id) // before the first look, so that nothing is missed
	defer stop()
	now, err := look() // also refuses what is not an id
	if err != nil {
		return err
	}
	over := ends && now[0].over()
	if over && c.Request().Header.Get("Last-Event-ID") == endID {
		return c.NoContent(http.StatusNoContent)
	}
	defer s.followers.Add(-1)
	if s.followers.Add(1) > mostFollowers {
		return unavailable("events", errors.New("too many connections follow events"))
	}
	f := progressStream{out: s.openStream(c), shown: map[uuid.UUID]string{}}
	looked, gather := time.Now(), gatherMany
	if ends {
		gather = gatherOne
	}
	until := looked.Add(followedFor)
	if err := f.out.send("retry: 1000\n\n"); err != nil {
		return err
	}
	for {
		if err := f.show(now, ends); err != nil || (ends && now[0].over()) || time.Now().After(until) {
			return err
		}
		if err := f.out.keepAlive(); err != nil {
			return err
		}
		if err := s.nextLook(c.Request().Context(), woken, looked.Add(gather)); err != nil {
			return err
		}
		looked = time.Now()
		next, err := look()
		if refused, ok := errors.AsType[*schema.Error](err); ok { // the object was deleted
			return f.gone(refused.Msg)
		}
		if err == nil { // otherwise the database is down for a moment
			now = next
		}
	}
}

// nextLook waits until there may be something new, and then until earliest, so that looks are not too frequent.
func (s *Server) nextLook(ctx context.Context, woken <-chan struct{}, earliest time.Time) error {
	anyway := time.NewTimer(s.changes.patience())
	defer anyway.Stop()
	select {
	case <-woken:
	case <-anyway.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-time.After(time.Until(earliest)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// progressStream sends the progress that has changed.
type progressStream struct {
	out   *eventStream
	shown map[uuid.UUID]string
	sent  int
}

func (f *progressStream) show(list []progress, ends bool) error {
	for _, p := range list {
		same := fmt.Sprint(p.Status, p.PagesDone, p.Attempts, p.over(), p.Vectors.String())
		if p.Step != nil {
			same += *p.Step
		}
		if f.shown[p.ID] == same {
			continue
		}
		f.shown[p.ID] = same
		if p.over() && !ends {
			delete(f.shown, p.ID)
		}
		if err := f.event(p, p.over() && ends); err != nil {
			return err
		}
	}
	return nil
}

func (f *progressStream) event(p progress, last bool) error {
	raw, err := encode(p)
	if err != nil {
		return err
	}
	f.sent++
	id, name := fmt.Sprint(f.sent), "progress"
	if last {
		id, name = endID, "end"
	}
	return f.out.send(fmt.Sprintf("id: %s\nevent: %s\ndata: %s\n\n", id, name, bytes.TrimSpace(raw)))
}

// gone ends the stream of an object that was deleted.
func (f *progressStream) gone(why string) error {
	raw, err := encode(map[string]any{"error": map[string]string{"type": "not_found_error", "message": why}})
	if err != nil {
		return err
	}
	return f.out.send(fmt.Sprintf("id: %s\nevent: error\ndata: %s\n\n", endID, bytes.TrimSpace(raw)))
}
