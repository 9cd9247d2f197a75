package schema

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/google/uuid"
)

// DownloadKind distinguishes the two files of a document, or of a version of a file, that signed links give access to.
type DownloadKind string

// The kinds of downloads.
const (
	DownloadOutput DownloadKind = "output"
	DownloadSource DownloadKind = "source"
)

// DownloadPath returns the path of a signed link, escaped; the link's signature covers it.
func DownloadPath(kind DownloadKind, document uuid.UUID, name string) string {
	return "/api/v1/files/" + string(kind) + "/" + document.String() + "/" + url.PathEscape(name)
}

// VersionDownloadPath returns the path of a signed link to a version of a file in a collection, escaped.
func VersionDownloadPath(kind DownloadKind, file uuid.UUID, version int, name string) string {
	return "/api/v1/files/" + string(kind) + "/" + file.String() + "/" + strconv.Itoa(version) + "/" + url.PathEscape(name)
}

// DocumentPrefix returns the prefix of every blob of a document.
func DocumentPrefix(document uuid.UUID) string { return DocumentsPrefix + document.String() + "/" }

// OutputKey returns the blob key of an attempt's output. It differs from attempt to attempt so that a late worker
// cannot change a finished output.
func OutputKey(prefix string, attempt int) string { return fmt.Sprintf("%soutput-%d", prefix, attempt) }

// EvidenceKey returns the blob key of the evidence for an extractor's output, next to the output itself.
func EvidenceKey(outputKey string) string { return outputKey + "-evidence" }

// PagesKey returns the blob key of the finished pages from which an output was made, next to the output itself.
func PagesKey(outputKey string) string { return outputKey + "-pages" }

// The prefixes of all blobs: of documents, of versions of files, and of exports of accounts.
const (
	DocumentsPrefix = "documents/"
	VersionsPrefix  = "versions/"
	ExportsPrefix   = "exports/"
)

// SourceKey returns the blob key of a document's original.
func SourceKey(document uuid.UUID) string { return DocumentPrefix(document) + "source" }

// ExportPrefix returns the prefix of every blob of an export.
func ExportPrefix(export uuid.UUID) string { return ExportsPrefix + export.String() + "/" }

// ArchiveKey returns the blob key of an attempt's archive. It differs from attempt to attempt, as OutputKey does.
func ArchiveKey(export uuid.UUID, attempt int) string {
	return fmt.Sprintf("%sarchive-%d", ExportPrefix(export), attempt)
}
