package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/cmd/internal/doctor"
)

func TestChecksRunInParallelAndAreReportedInOrder(t *testing.T) {
	t.Parallel()
	second := make(chan struct{})
	checks := []doctor.Check{
		{Name: "first", Timeout: time.Minute, Run: func(context.Context) doctor.Verdict {
			<-second
			return doctor.Well("version %d", 17)
		}},
		{Name: "second", Timeout: time.Minute, Run: func(context.Context) doctor.Verdict {
			close(second)
			return doctor.Fail(errors.New("no\nroute"), "plug it in")
		}},
		{Name: "third", Timeout: time.Minute, Run: func(context.Context) doctor.Verdict { return doctor.Skip("not set") }},
	}
	var out bytes.Buffer
	broken := doctor.Examine(t.Context(), checks, func(f doctor.Finding) {
		f.Took = time.Second
		doctor.Print(&out, f)
	})
	require.Equal(t, 1, broken)
	require.Equal(t, "ok       first             version 17 (1s)\n"+
		"BROKEN   second            no route: plug it in (1s)\n"+
		"-        third             not set\n", out.String())
}

func TestCheckThatHangsIsBrokenAndLeftRunning(t *testing.T) {
	t.Parallel()
	checks := []doctor.Check{{Name: "hangs", Timeout: time.Millisecond, Run: func(context.Context) doctor.Verdict {
		<-t.Context().Done()
		return doctor.Well("too late")
	}}}
	var got doctor.Finding
	require.Equal(t, 1, doctor.Examine(t.Context(), checks, func(f doctor.Finding) { got = f }))
	require.Equal(t, "no answer within 1ms", got.Detail)
}
