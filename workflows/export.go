package workflows

import (
	"github.com/google/uuid"
	"go.temporal.io/sdk/workflow"

	"quire/schema"
)

// ExportInput identifies an export of an account.
type ExportInput struct {
	ExportID uuid.UUID
}

// Export makes an archive of everything that an account has. It ends as superseded when the export was deleted.
func Export(ctx workflow.Context, in ExportInput) (*Result, error) {
	result := Result{}
	var made schema.Archive
	err := execute(withArchive(ctx, "Write the archive"), &made, do.ExportAccount, in.ExportID)
	if superseded(err) {
		return result.done(ctx, OutcomeSuperseded, nil)
	}
	result.Counts = map[string]int{"rows": made.Rows, "files": made.Files}
	return result.done(ctx, OutcomeDone, err)
}
