package api

import (
	"errors"
	"mime"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"quire/internal/door"
	"quire/schema"
)

// Calls to doors may take minutes, and they are held in memory: a large call takes several times its size while its
// JSON is read and its file is decoded and passed on.
const (
	// mostCalls and mostCallsOf bound the calls that a process works on at once, in total and for one account.
	mostCalls   = 512
	mostCallsOf = 32
	// mostLarge and mostLargeOf bound how many of those may be larger than smallCall while being held in memory as a
	// whole.
	mostLarge   = 4
	mostLargeOf = 2
	smallCall   = 1 << 20 // bytes
)

// Door is another protocol that gives access to the interface.
type Door struct {
	// Prefix is the beginning of its paths, such as /mcp.
	Prefix string
	// KeyHeader is a header in which its clients may send the key instead of as a bearer token; "" means that they
	// never do.
	KeyHeader string
	// WrongKey is the status of the response to a request without a valid key; 0 means 401. Dify interprets a 401 as
	// success.
	WrongKey int
	// MaxBody bounds a body, in bytes; 0 means the largest upload. A door may hold bodies in memory, but must pass on
	// forms as they arrive.
	MaxBody int64
	// RefusesPages says that requests from web pages are refused even with a key, as the protocol demands, unless their
	// origin is this service, an allowed one or this machine.
	RefusesPages bool
	// Handler builds the handler of the protocol. It must do everything through the client that connect returns, so
	// that all rules of the interface apply.
	Handler func(connect Connect) http.Handler
}

// Connect returns a client that acts on behalf of the sender of a request.
type Connect func(r *http.Request) *door.Client

func (s *Server) mountDoors() {
	for _, d := range s.cfg.Doors {
		h := s.opened(d)
		for _, path := range []string{d.Prefix, d.Prefix + "/*"} {
			s.echo.Any(path, h)
		}
	}
}

// opened returns the handler of a door, with the limits that apply to every request: the sender must have a key, and
// may not make too many calls at once.
func (s *Server) opened(d Door) echo.HandlerFunc {
	inner := d.Handler(s.connect)
	limit := d.MaxBody
	if limit == 0 {
		limit = s.cfg.MaxUpload + maxBody
	}
	serve := s.guarded(route{needs: anyKey, answers: true}, func(c echo.Context) error {
		leave, err := s.admit(c)
		if err != nil {
			return err
		}
		defer leave()
		r := c.Request().Clone(c.Request().Context())
		r.Header.Set(echo.HeaderXRequestID, requestID(c))
		inner.ServeHTTP(&patient{ResponseWriter: c.Response(), conn: http.NewResponseController(c.Response())}, r)
		return nil
	})
	return func(c echo.Context) error {
		s.boundBody(c, limit)
		h := c.Request().Header
		if d.RefusesPages && !s.knows(h.Get(echo.HeaderOrigin)) {
			return errUnknownOrigin
		}
		h.Del(echo.HeaderCookie) // web pages must not get in with a login
		if key := h.Get(d.KeyHeader); key != "" && h.Get(echo.HeaderAuthorization) == "" {
			h.Set(echo.HeaderAuthorization, "Bearer "+key)
		}
		err := serve(c)
		if e, ok := errors.AsType[*schema.Error](err); ok && e.Code == schema.Unauthorized && d.WrongKey != 0 {
			return &failure{status: d.WrongKey, detail: e.Msg}
		}
		return err
	}
}

// admit counts a call for as long as it is being handled.
func (s *Server) admit(c echo.Context) (leave func(), err error) {
	account := principal(c).AccountID
	leaveCalls, err := s.calls.enter(account)
	if err != nil || !isLarge(c.Request()) {
		return leaveCalls, err
	}
	leaveLarge, err := s.large.enter(account)
	if err != nil {
		leaveCalls()
		return nil, err
	}
	return func() { leaveLarge(); leaveCalls() }, nil
}

// isLarge reports whether a body is held in memory as a whole and may be large.
func isLarge(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType))
	if err == nil && kind == echo.MIMEMultipartForm {
		return false
	}
	return r.ContentLength < 0 || r.ContentLength > smallCall
}

func (s *Server) connect(r *http.Request) *door.Client {
	key, _ := bearer(r.Header.Values(echo.HeaderAuthorization))
	return door.Within(s.echo, r, s.baseURL(r), key)
}

// patient writes a response of unknown length. Each piece must be written within frameTimeout and at least at the speed
// of the slowest acceptable client.
type patient struct {
	http.ResponseWriter
	conn *http.ResponseController
}

// Write implements io.Writer.
func (p *patient) Write(b []byte) (int, error) {
	_ = p.conn.SetWriteDeadline(time.Now().Add(frameTimeout + time.Duration(len(b))*time.Second/slowest))
	n, err := p.ResponseWriter.Write(b)
	_ = p.conn.SetWriteDeadline(time.Time{})
	return n, err
}

// Flush implements http.Flusher.
func (p *patient) Flush() { _ = p.conn.Flush() }

// Unwrap lets http.ResponseController find the connection.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
