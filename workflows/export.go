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

// Export creates an archive of everything that belongs to an account. Its outcome is superseded if the export was
// deleted.
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
