package api

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/schema"
)

// collectionFile is a file of a collection on the wire.
type collectionFile struct {
	ID        uuid.UUID         `json:"id"`
	Path      string            `json:"path"`
	Filename  string            `json:"filename"`
	Status    schema.FileStatus `json:"status"`
	Version   int32             `json:"version"`
	Size      int64             `json:"source_file_size"`
	PageCount *int32            `json:"page_count"`
	LastError *string           `json:"last_error"`
	IndexedAt *timestamp        `json:"indexed_at"`
	CreatedAt timestamp         `json:"created_at"`
	UpdatedAt timestamp         `json:"updated_at"`
	Vectors   *vectors          `json:"vectors"`
	SHA256    string            `json:"sha256,omitempty"` // only in lists that ask for it
}

// vectors says how many passages of a file have vectors and so take part in semantic search, on the wire.
type vectors struct {
	Done  int32   `json:"done"`
	Total int32   `json:"total"`
	Error *string `json:"error"`
}

// vectorsOf returns nil for a file whose passages have no vectors and, as far as this process knows, will get none.
func vectorsOf(f schema.FileInfo) *vectors {
	if f.Embedding == "" && f.EmbeddingError == nil {
		return nil
	}
	return &vectors{Done: min(f.Embedded, f.Passages), Total: f.Passages, Error: f.EmbeddingError}
}

// waiting reports whether passages will get vectors, as far as this process knows.
func (v *vectors) waiting() bool { return v != nil && v.Done < v.Total }

// String implements fmt.Stringer.
func (v *vectors) String() string {
	if v == nil {
		return ""
	}
	why := ""
	if v.Error != nil {
		why = *v.Error
	}
	return fmt.Sprintf("%d of %d vectors %s", v.Done, v.Total, why)
}

// fileWithLinks is a file with its collection and its download links.
type fileWithLinks struct {
	collectionFile
	CollectionID  uuid.UUID `json:"collection_id"`
	FileURL       string    `json:"file_url"`
	OutputFileURL *string   `json:"output_file_url"`
}

func wireFile(f schema.FileInfo) collectionFile {
	return collectionFile{
		ID: f.ID, Path: f.Path, Filename: f.Filename, Status: f.Status, Version: f.Version, Size: f.Size,
		PageCount: f.PageCount, LastError: f.Error, IndexedAt: (*timestamp)(f.IndexedAt), CreatedAt: timestamp(f.CreatedAt), UpdatedAt: timestamp(f.UpdatedAt),
		Vectors: vectorsOf(f),
	}
}

func (s *Server) fileWithLinks(r *http.Request, f schema.FileInfo) fileWithLinks {
	w := fileWithLinks{
		collectionFile: wireFile(f), CollectionID: f.CollectionID, FileURL: s.versionLink(r, f, schema.DownloadSource, f.Filename),
	}
	if f.OutputKey != nil {
		w.OutputFileURL = new(s.versionLink(r, f, schema.DownloadOutput, markdownName(f.Filename)))
	}
	return w
}

var fileStatuses = []string{
	string(schema.FilePending), string(schema.FileProcessing), string(schema.FileReady), string(schema.FileFailed), string(schema.FileStored),
}

// listFiles responds with one page of a collection's files, by path.
func (s *Server) listFiles(c echo.Context) error {
	collection, err := s.checkCollection(c)
	if err != nil {
		return err
	}
	v := queryValues(c)
	p := v.paging()
	filter := schema.FileFilter{
		AccountID: principal(c).AccountID, CollectionID: collection, Status: schema.FileStatus(v.enum("status", "", fileStatuses...)),
		Search: v.composed("search", maxSearch), PathPrefix: v.composed("path_prefix", maxPath), Skip: p.skip, Limit: p.limit,
	}
	hashes := v.boolean("hashes", false)
	if err := v.err(); err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.ListFiles(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	if hashes {
		return okList(c, rows, count, wireFileWithHash)
	}
	return okList(c, rows, count, wireFile)
}

func wireFileWithHash(f schema.FileInfo) collectionFile {
	w := wireFile(f)
	w.SHA256 = hex.EncodeToString(f.SHA256)
	return w
}

// getFile responds with a file and freshly signed links.
func (s *Server) getFile(c echo.Context) error {
	f, err := s.fileOfPath(c)
	if err != nil {
		return err
	}
	return ok(c, s.fileWithLinks(c.Request(), f))
}

// fileOfPath returns the file named in the path.
func (s *Server) fileOfPath(c echo.Context) (schema.FileInfo, error) {
	ids, err := pathIDs(c, "collection_id", "file_id")
	if err != nil {
		return schema.FileInfo{}, err
	}
	return s.cfg.DB.File(c.Request().Context(), principal(c).AccountID, ids[0], ids[1])
}

// deleteFile hides the file for good; its versions and index entries are removed afterwards.
func (s *Server) deleteFile(c echo.Context) error {
	ids, err := pathIDs(c, "collection_id", "file_id")
	if err != nil {
		return err
	}
	gone, err := s.cfg.DB.DeleteFile(c.Request().Context(), principal(c).AccountID, ids[0], ids[1], requestID(c))
	if err != nil {
		return err
	}
	s.clear(gone)
	return ok(c, deleted{ID: ids[1], Deleted: true, Message: "File deleted successfully"})
}

// reindexFile processes the newest version of a file again.
func (s *Server) reindexFile(c echo.Context) error {
	f, err := s.fileOfPath(c)
	if err != nil {
		return err
	}
	return s.once(c, requestFingerprint(c), func(idem *schema.Idempotent) error {
		again, start, err := s.cfg.DB.ReindexFile(c.Request().Context(), f.AccountID, f.CollectionID, f.ID, s.allowance(c), requestID(c), idem)
		answer := wireFile(again)
		if err := keep(c.Request().Context(), idem, answer, err); err != nil {
			return err
		}
		s.cfg.Submit(start)
		return ok(c, answer)
	})
}

// version is a version of a file on the wire.
type version struct {
	Version   int32             `json:"version"`
	Size      int64             `json:"source_file_size"`
	SHA256    string            `json:"sha256"`
	Status    schema.FileStatus `json:"status"`
	PageCount *int32            `json:"page_count"`
	CreatedAt timestamp         `json:"created_at"`
	IsCurrent bool              `json:"is_current"`
}

// listVersions responds with the versions of a file, newest first.
func (s *Server) listVersions(c echo.Context) error {
	f, err := s.fileOfPath(c)
	if err != nil {
		return err
	}
	p, err := pagingOf(c)
	if err != nil {
		return err
	}
	rows, count, err := s.cfg.DB.FileVersions(c.Request().Context(), f.AccountID, f.CollectionID, f.ID, p.skip, p.limit)
	if err != nil {
		return err
	}
	data := make([]version, 0, len(rows))
	for _, row := range rows {
		data = append(data, version{
			Version: row.Version, Size: row.Size, SHA256: hex.EncodeToString(row.SHA256), Status: row.Status,
			PageCount: row.PageCount, CreatedAt: timestamp(row.CreatedAt), IsCurrent: row.IsCurrent,
		})
	}
	return ok(c, list[version]{Data: data, Count: count})
}

// uploadFile receives a file into the blob store and makes it a version of the file at its path.
func (s *Server) uploadFile(c echo.Context) error {
	collection, err := s.checkCollection(c)
	if err != nil {
		return err
	}
	f, err := s.receiveForm(c, intake{keyOf: schema.VersionSourceKey, fields: fileFields})
	if err != nil {
		return err
	}
	defer f.discard(c.Request().Context())
	path, err := s.bindFile(f)
	if err != nil {
		return err
	}
	n := schema.NewFile{
		VersionID: f.file.id, AccountID: principal(c).AccountID, CollectionID: collection, Path: path, Size: f.file.Size, SHA256: f.file.SHA256,
		SourceKey: f.file.key, RequestID: requestID(c), Allowance: s.allowance(c),
	}
	return s.once(c, f.fingerprint(c), func(idem *schema.Idempotent) error {
		n.Idempotent = idem
		return s.storeFile(c, f, n)
	})
}

// storeFile determines the type of the upload and schedules the resulting work in one transaction. It discards the
// upload if it is refused, or if the file already has the same content.
func (s *Server) storeFile(c echo.Context, f *form, n schema.NewFile) error {
	if err := s.identify(c.Request().Context(), f.file.key, &n); err != nil {
		return err
	}
	ctx, cancel := shortly(c)
	defer cancel()
	up, err := s.cfg.DB.UploadFile(ctx, n)
	answer := wireFile(up.File)
	err = keep(ctx, n.Idempotent, answer, err)
	if _, refused := errors.AsType[*schema.Error](err); !refused && !up.Unchanged {
		f.keep()
	}
	if err != nil {
		return err
	}
	for _, work := range up.Cancel {
		s.cfg.Cancel(work)
	}
	if up.Start != nil {
		s.cfg.Submit(*up.Start)
	}
	return ok(c, answer)
}
