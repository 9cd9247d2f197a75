package schema

import (
	"net/url"

	"github.com/google/uuid"
)

// DownloadKind tells the two files of a document that signed links give.
type DownloadKind string

// The kinds of downloads.
const (
	DownloadOutput DownloadKind = "output"
	DownloadSource DownloadKind = "source"
)

// DownloadPath is the path of a signed link, escaped; the link's signature covers it.
func DownloadPath(kind DownloadKind, document uuid.UUID, name string) string {
	return "/api/v1/files/" + string(kind) + "/" + document.String() + "/" + url.PathEscape(name)
}

// DocumentPrefix is the prefix of every blob of a document.
func DocumentPrefix(document uuid.UUID) string { return "documents/" + document.String() + "/" }

// SourceKey is the blob of a document's original.
func SourceKey(document uuid.UUID) string { return DocumentPrefix(document) + "source" }
