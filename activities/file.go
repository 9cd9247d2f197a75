package activities

import (
	"context"
	"path"

	"github.com/google/uuid"

	"quire/internal/convert"
	"quire/schema"
)

// FileJob is what the activities of one attempt at a version of a file need to know: ids, keys and options, never
// content.
type FileJob struct {
	GenerationKey
	VersionID  uuid.UUID
	Version    int
	Attempt    int
	Conversion Conversion
}

// GenerationKey identifies a generation: one indexing of one version of a file.
type GenerationKey struct {
	AccountID, CollectionID, FileID, Generation uuid.UUID
}

// ClaimFile claims the version for this workflow: processing under a new attempt number, with a generation to fill. It
// fails with Superseded when the version was finished, deleted, or replaced by a newer upload.
func (a *Rows) ClaimFile(ctx context.Context, version uuid.UUID) (FileJob, error) {
	c, err := a.DB.ClaimFile(ctx, version)
	if err != nil {
		return FileJob{}, blame(err, 1)
	}
	return FileJob{
		GenerationKey: GenerationKey{
			AccountID: c.AccountID, CollectionID: c.CollectionID, FileID: c.ID, Generation: c.Generation,
		},
		VersionID: c.VersionID, Version: int(c.Version), Attempt: c.Attempt,
		Conversion: Conversion{
			Prefix: schema.VersionPrefix(c.VersionID), SourceKey: c.SourceKey, Format: c.Format, Size: c.Size,
			Extension: path.Ext(c.Filename), Accuracy: string(convert.Lite), Separator: true, Masking: c.Masking,
			Attempt: c.Attempt, Round: c.Round,
		},
	}, nil
}

// ActivateFile makes the version ready and its generation active. It returns the generation that was active before, if
// any.
func (a *Rows) ActivateFile(ctx context.Context, job FileJob, out Output) ([]uuid.UUID, error) {
	retired, err := a.DB.ActivateFile(ctx, job.VersionID, job.Attempt,
		schema.FileOutput{PageCount: out.Pages, OutputKey: out.Key, OutputSize: out.Size}, job.Generation)
	return retired, blame(err, 1)
}

// FailFile fails the version with a reason. An earlier version that is ready stays active.
func (a *Rows) FailFile(ctx context.Context, job FileJob, f Failure) error {
	return blame(a.DB.FailFile(ctx, job.VersionID, job.Attempt, f.Reason, f.Message), 1)
}
