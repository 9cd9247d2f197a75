package schema

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/google/uuid"
)

// DownloadKind tells the two files of a document, or of a version of a file, that signed links give.
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

// VersionDownloadPath is the path of a signed link to a version of a file in a collection, escaped.
func VersionDownloadPath(kind DownloadKind, file uuid.UUID, version int, name string) string {
	return "/api/v1/files/" + string(kind) + "/" + file.String() + "/" + strconv.Itoa(version) + "/" + url.PathEscape(name)
}

// DocumentPrefix is the prefix of every blob of a document.
func DocumentPrefix(document uuid.UUID) string { return DocumentsPrefix + document.String() + "/" }

// OutputKey is the blob of an attempt's output. It differs from attempt to attempt, so that a late worker cannot change
// a finished output.
func OutputKey(prefix string, attempt int) string { return fmt.Sprintf("%soutput-%d", prefix, attempt) }

// EvidenceKey is the blob with the proof of an extractor's output, beside it.
func EvidenceKey(outputKey string) string { return outputKey + "-evidence" }

// The prefixes of all blobs: of documents, and of versions of files.
const (
	DocumentsPrefix = "documents/"
	VersionsPrefix  = "versions/"
)

// SourceKey is the blob of a document's original.
func SourceKey(document uuid.UUID) string { return DocumentPrefix(document) + "source" }
