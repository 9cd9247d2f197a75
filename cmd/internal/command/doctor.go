package command

import (
	"context"
	"encoding/json"
	"fmt"

	"quire/cmd/internal/doctor"
)

// Doctor examines everything that Quire needs and says how to fix what is broken.
type Doctor struct {
	JSON    bool   `help:"Write all findings as one JSON object instead of lines."`
	MinFree uint64 `default:"1000" placeholder:"MB" help:"Free space, in MB, below which a disk counts as full."`
}

// Run performs the checks, prints one line per check, and fails if something is broken.
func (c *Doctor) Run(ctx context.Context, e *Env) error {
	x := e.Exam
	x.Config, x.MinFree = e.Config, c.MinFree*1_000_000
	checks := append(doctor.Checks(x), e.Checks...)
	report := doctor.Report{Findings: []doctor.Finding{}}
	report.Broken = doctor.Examine(ctx, checks, func(f doctor.Finding) {
		if c.JSON {
			report.Findings = append(report.Findings, f)
		} else {
			doctor.Print(e.Stdout, f)
		}
	})
	if c.JSON {
		if err := json.NewEncoder(e.Stdout).Encode(report); err != nil {
			return err
		}
	}
	if report.Broken > 0 {
		return fmt.Errorf("%d of %d checks found something broken", report.Broken, len(checks))
	}
	return nil
}
