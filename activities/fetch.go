package activities

import (
	"context"
	"io"
	"path/filepath"

	"go.temporal.io/sdk/activity"

	"quire/internal/convert/probe"
	"quire/internal/egress"
	"quire/schema"
)

// FetchSource downloads the document's URL into the blob store, applies the same checks as to an upload, and records
// the name, size and format. A second run simply fetches again.
func (a *Egress) FetchSource(ctx context.Context, job DocumentJob) (DocumentJob, error) {
	stop := heartbeat(ctx)
	defer stop()
	job, err := a.fetchSource(ctx, job)
	err = unlessDeleted(ctx, a.DB, a.Blobs, job.Conversion, err)
	return job, blame(err, activity.GetInfo(ctx).Attempt)
}

func (a *Egress) fetchSource(ctx context.Context, job DocumentJob) (DocumentJob, error) {
	d, err := a.DB.DocumentForDownload(ctx, job.DocumentID)
	if err != nil {
		return job, err
	}
	fetched, err := a.download(ctx, *d.SourceURL, d.SourceKey)
	if err != nil {
		return job, err
	}
	name := d.FileName
	if fetched.FileName != "" {
		name = fetched.FileName
	}
	format, err := a.check(ctx, d.SourceKey, name)
	if err != nil {
		return job, err
	}
	job.Conversion.Format, job.Conversion.Size, job.Fetch = string(format), fetched.Size, false
	err = a.DB.SetDocumentSource(ctx, job.DocumentID, job.Attempt,
		schema.DocumentSource{FileName: name, FileSize: fetched.Size, Format: string(format)}, a.Allowance)
	return job, err
}

func (a *Egress) download(ctx context.Context, url, key string) (egress.Fetched, error) {
	var fetched egress.Fetched
	_, err := store(ctx, a.Blobs, key, a.MaxFetch, func(w io.Writer) (err error) {
		fetched, err = a.Client.Fetch(ctx, url, a.MaxFetch, w)
		return err
	})
	return fetched, err
}

func (a *Egress) check(ctx context.Context, key, name string) (probe.Format, error) {
	path, release, err := a.Blobs.File(ctx, key)
	if err != nil {
		return "", err
	}
	defer release()
	return probe.File(path, filepath.Ext(name), probe.Document)
}
