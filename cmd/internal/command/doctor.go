package command

import (
	"context"
	"fmt"

	"quire/cmd/internal/app"
	"quire/cmd/internal/doctor"
)

// Doctor looks at everything that Quire needs, and says what to do about what is broken.
type Doctor struct {
	MinFree uint64 `default:"1000" placeholder:"MB" help:"Free space, in MB, below which a disk counts as full."`
}

// Run examines, one line a check, and fails when something is broken.
func (c *Doctor) Run(ctx context.Context, e *Env) error {
	x := e.Exam
	x.Config, x.MinFree = e.Config, c.MinFree*1_000_000
	checks := append(app.Checks(x), e.Checks...)
	broken := doctor.Examine(ctx, checks, func(f doctor.Finding) { doctor.Print(e.Stdout, f) })
	if broken > 0 {
		return fmt.Errorf("%d of %d checks found something broken", broken, len(checks))
	}
	return nil
}
