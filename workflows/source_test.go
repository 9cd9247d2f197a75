package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"quire/activities"
	"quire/schema"
	"quire/workflows"
)

// sourceStory is a run of a source: the turns of its listing and reading, and a record of what was done.
type sourceStory struct {
	lists, reads []activities.SourceTurn
	plan         schema.SourcePlan
	listFails    error
	did          []string
	end          activities.SourceEnd
}

// turn records an activity and returns its next turn.
func (s *sourceStory) turn(did string, left *[]activities.SourceTurn) activities.SourceTurn {
	s.did = append(s.did, did)
	next := (*left)[0]
	*left = (*left)[1:]
	return next
}

func (s *sourceStory) run(t *testing.T) time.Duration {
	t.Helper()
	env := newEnvironment(t)
	begun := env.Now()
	env.OnActivity(do.ListSource, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) (activities.SourceTurn, error) {
		if s.listFails != nil {
			return activities.SourceTurn{}, s.listFails
		}
		return s.turn("list", &s.lists), nil
	})
	env.OnActivity(do.PlanSource, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) (schema.SourcePlan, error) {
		s.did = append(s.did, "plan")
		return s.plan, nil
	})
	env.OnActivity(do.MirrorItems, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) (activities.SourceTurn, error) {
		return s.turn("read", &s.reads), nil
	})
	env.OnActivity(do.DeleteGone, mock.Anything, mock.Anything).Return(func(context.Context, uuid.UUID) error {
		s.did = append(s.did, "delete")
		return nil
	})
	env.OnActivity(do.EndSource, mock.Anything, mock.Anything).Return(func(_ context.Context, end activities.SourceEnd) error {
		s.did, s.end = append(s.did, "end"), end
		return nil
	})
	env.ExecuteWorkflow(workflows.Source, workflows.SourceInput{RunID: uuid.New()})
	require.NoError(t, env.GetWorkflowError())
	return env.Now().Sub(begun)
}

func TestASourceIsListedReadAndThenClearedOfWhatIsGone(t *testing.T) {
	t.Parallel()
	more, last := activities.SourceTurn{More: true}, activities.SourceTurn{}
	for name, tc := range map[string]struct {
		story sourceStory
		want  []string
	}{
		"whole": {
			sourceStory{lists: []activities.SourceTurn{more, last}, plan: schema.SourcePlan{Delete: true}, reads: []activities.SourceTurn{more, last}},
			[]string{"list", "list", "plan", "read", "read", "delete", "end"},
		},
		"add only": {sourceStory{lists: []activities.SourceTurn{last}, reads: []activities.SourceTurn{last}}, []string{"list", "plan", "read", "end"}},
		"dry run":  {sourceStory{lists: []activities.SourceTurn{last}, plan: schema.SourcePlan{Ended: true}}, []string{"list", "plan"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.story.run(t)
			require.Equal(t, tc.want, tc.story.did)
		})
	}
}

func TestTheRateOfASourceIsKeptBetweenTurns(t *testing.T) {
	t.Parallel()
	s := sourceStory{
		lists: []activities.SourceTurn{{}}, reads: []activities.SourceTurn{{More: true, Pause: time.Minute}, {More: true, Pause: time.Minute}, {}},
	}
	require.GreaterOrEqual(t, s.run(t), 2*time.Minute)
}

// Nothing is deleted after a listing has failed.
func TestASourceThatCannotBeReadFailsItsRunWithTheReason(t *testing.T) {
	t.Parallel()
	s := sourceStory{listFails: temporal.NewNonRetryableApplicationError("The folder does not exist.", "source_misconfigured", nil)}
	s.run(t)
	require.Equal(t, []string{"end"}, s.did)
	require.Equal(t, schema.SourceRunFailed, s.end.Status)
	require.Equal(t, "The folder does not exist.", s.end.Message)
}

func TestARunThatWasStoppedEndsQuietly(t *testing.T) {
	t.Parallel()
	s := sourceStory{listFails: temporal.NewNonRetryableApplicationError("superseded", activities.Superseded, nil)}
	s.run(t)
	require.Empty(t, s.did)
}
