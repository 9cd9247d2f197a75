package schema_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

// session creates a session over its own collection.
func (s *story) session() uuid.UUID {
	s.Helper()
	c := s.collection(uuid.NewString())
	made, err := s.db.CreateSession(s.Context(), schema.NewSession{ID: uuid.Must(uuid.NewV7()), AccountID: s.account, CollectionIDs: []uuid.UUID{c}})
	require.NoError(s, err)
	return made.ID
}

func (s *story) ask(session uuid.UUID, question string) (schema.Turn, error) {
	t, _, err := s.db.BeginTurn(s.Context(), schema.NewTurn{
		ID: uuid.Must(uuid.NewV7()), AccountID: s.account, SessionID: &session, Question: question, RequestID: "req_1",
	})
	return t, err
}

func (s *story) grow(t schema.Turn, text string) error {
	return s.db.GrowTurn(s.Context(), t.ID, int(t.Attempt), text, nil, []schema.TurnEvent{schema.DeltaEvent(text)})
}

func (s *story) lastMessage(session uuid.UUID) schema.Message {
	s.Helper()
	list, _, err := s.db.Messages(s.Context(), session, 0, 100)
	require.NoError(s, err)
	return list[len(list)-1]
}

func TestSessionAnswersOneQuestionAtATimeEvenInARace(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	session := s.session()
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, errs[i] = s.ask(session, fmt.Sprint("question ", i)) })
	}
	wg.Wait()
	begun := 0
	for _, err := range errs {
		if err == nil {
			begun++
			continue
		}
		e, ok := errors.AsType[*schema.Error](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, schema.Conflict, e.Code)
	}
	require.Equal(t, 1, begun)
	_, count, err := s.db.Messages(t.Context(), session, 0, 100)
	require.NoError(t, err)
	require.Equal(t, 2, count, "a refused question leaves no message")
}

func TestEventsOfATurnAreNumberedWithoutGaps(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	turn, err := s.ask(s.session(), "How many days?")
	require.NoError(t, err)
	turn, err = s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() { _ = s.grow(turn, fmt.Sprint(i)) })
	}
	wg.Wait()
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete}))
	events, err := s.db.TurnEvents(t.Context(), turn.ID, 0, 100)
	require.NoError(t, err)
	require.Len(t, events, 12)
	for i, e := range events {
		require.EqualValues(t, i+1, e.Seq)
		require.Equal(t, i == 11, e.Last())
	}
}

func TestAttemptThatWasGivenUpOnWritesNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	session := s.session()
	turn, err := s.ask(session, "How many days?")
	require.NoError(t, err)
	first, err := s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	require.NoError(t, s.grow(first, "half of "))
	require.Equal(t, "half of ", s.lastMessage(session).Content, "a crash leaves a valid partial message")
	second, err := s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	require.ErrorIs(t, s.grow(first, "the old answer"), schema.ErrSuperseded)
	require.NoError(t, s.grow(second, "the new one"))
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete, PromptTokens: 7}))
	require.ErrorIs(t, s.grow(second, " and more"), schema.ErrSuperseded)
	_, err = s.db.BeginAnswer(t.Context(), turn.ID)
	require.ErrorIs(t, err, schema.ErrSuperseded)
	m := s.lastMessage(session)
	require.Equal(t, "the new one", m.Content)
	require.Equal(t, schema.TurnComplete, m.Status)
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnFailed, ErrorType: "x", Error: "x"}), "a second end changes nothing")
	require.Equal(t, schema.TurnComplete, s.lastMessage(session).Status)
	_, err = s.ask(session, "And next year?")
	require.NoError(t, err)
}

// Each transaction of the race has to lock the session, the turn and the message in the same order as the others.
func TestAnswersEndWhileTheirSessionIsAskedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for range 12 {
		session := s.session()
		turn, err := s.ask(session, "How many days?")
		require.NoError(t, err)
		turn, err = s.db.BeginAnswer(t.Context(), turn.ID)
		require.NoError(t, err)
		race := []func() error{
			func() error { return s.grow(turn, "Thirty.") },
			func() error {
				return s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete, Title: "Days"})
			},
			func() error { _, err := s.db.DeleteSession(t.Context(), s.account, session); return err },
		}
		for range 6 {
			race = append(race, func() error { _, err := s.ask(session, "And hours?"); return err })
		}
		errs := make([]error, len(race))
		var wg sync.WaitGroup
		for i, act := range race {
			wg.Go(func() { errs[i] = act() })
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				_, expected := errors.AsType[*schema.Error](err)
				require.True(t, expected, "%v", err)
			}
		}
	}
}

func TestSessionDeletedDuringAnAnswerTakesEverythingWithIt(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	session := s.session()
	turn, err := s.ask(session, "How many days?")
	require.NoError(t, err)
	turn, err = s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	require.NoError(t, s.grow(turn, "half"))
	cancel, err := s.db.DeleteSession(t.Context(), s.account, session)
	require.NoError(t, err)
	require.Equal(t, []string{"turn/" + turn.ID.String()}, names(cancel))
	require.ErrorIs(t, s.grow(turn, " of it"), schema.ErrSuperseded)
	require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete}))
	_, err = s.db.Turn(t.Context(), turn.ID)
	require.ErrorIs(t, err, schema.ErrTurnNotFound)
	_, err = s.db.Session(t.Context(), s.account, session)
	require.ErrorIs(t, err, schema.ErrSessionNotFound)
	events, err := s.db.TurnEvents(t.Context(), turn.ID, 0, 10)
	require.NoError(t, err)
	require.Empty(t, events)
}

func TestLostTurnIsStartedAgainAndThenGivenUp(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	session := s.session()
	turn, err := s.ask(session, "How many days?")
	require.NoError(t, err)
	answering, err := s.db.BeginAnswer(t.Context(), turn.ID)
	require.NoError(t, err)
	require.NoError(t, s.grow(answering, "half"))
	require.NoError(t, s.exec("DELETE FROM workflow_outbox"))
	require.NoError(t, s.exec("UPDATE turns SET touched_at = touched_at - interval '1 hour'"))
	list, err := s.db.InFlightIdle(t.Context(), time.Minute, 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.NoError(t, list[0].Restart(t.Context(), s.db))
	require.Equal(t, []string{"turn/" + turn.ID.String() + "/x1"}, s.due())
	require.NoError(t, list[0].GiveUp(t.Context(), s.db, nil))
	require.Equal(t, schema.TurnPartial, s.lastMessage(session).Status)
	require.Equal(t, "half", s.lastMessage(session).Content)
}

func TestQuestionOutsideSessionsIsForgottenAfterADayAndItsKeyIsFree(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	ask := func(session *uuid.UUID) schema.Turn {
		turn, _, err := s.db.BeginTurn(t.Context(), schema.NewTurn{
			ID: uuid.Must(uuid.NewV7()), AccountID: s.account, SessionID: session, CollectionIDs: []uuid.UUID{s.collection(uuid.NewString())},
			Question: "How long?", IdempotencyKey: "k", RequestID: "req_1",
		})
		require.NoError(t, err)
		require.NoError(t, s.grow(turn, "Thirty days."))
		require.NoError(t, s.db.EndTurn(t.Context(), turn.ID, schema.TurnEnd{Status: schema.TurnComplete, PromptTokens: 7}))
		return turn
	}
	alone := ask(nil)
	found, err := s.db.TurnOfKey(t.Context(), s.account, "k")
	require.NoError(t, err)
	require.Equal(t, alone.ID, found.ID)
	talk := s.session()
	spoken := ask(&talk)
	forget := func() int64 {
		n, err := s.db.ForgetQuestionsBefore(t.Context(), new(time.Now().Add(-24*time.Hour)), 10)
		require.NoError(t, err)
		return n
	}
	require.Zero(t, forget())
	s.later(25 * time.Hour)
	found, err = s.db.TurnOfKey(t.Context(), s.account, "k")
	require.NoError(t, err)
	require.Nil(t, found, "the key may be used for another request")
	require.EqualValues(t, 1, forget())
	require.Zero(t, forget())
	gone, err := s.db.Turn(t.Context(), alone.ID)
	require.NoError(t, err)
	require.Empty(t, gone.Question+gone.Answer)
	require.EqualValues(t, 7, gone.PromptTokens)
	kept, err := s.db.Turn(t.Context(), spoken.ID)
	require.NoError(t, err)
	require.Equal(t, "Thirty days.", kept.Answer)
}
