package model_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/model"
	"quire/internal/model/modeltest"
)

func TestAnswerThatWasPaidForIsRemembered(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Script(modeltest.Status(500, "{}"), modeltest.Answer("one"), modeltest.Answer("two"), modeltest.Answer("three"))
	kept := map[string][]byte{}
	plain, err := model.New(model.Config{BaseURL: server.BaseURL(), Model: "test"})
	require.NoError(t, err)
	c := plain.Remembering(model.Memory{
		Recall: func(_ context.Context, key string) ([]byte, error) { return kept[key], nil },
		Keep:   func(_ context.Context, key string, answer []byte) error { kept[key] = answer; return nil },
	})
	ask := func(c *model.Client, text string) (model.Result, error) {
		return c.Complete(t.Context(), model.Request{Messages: []model.Message{{Role: model.User, Text: text}}})
	}
	_, err = ask(c, "first")
	require.Error(t, err)
	require.Empty(t, kept, "a failure is not remembered")
	first, err := ask(c, "first")
	require.NoError(t, err)
	require.Equal(t, "one", first.Text)
	require.NotZero(t, first.Usage.PromptTokens)
	again, err := ask(c, "first")
	require.NoError(t, err)
	require.Equal(t, "one", again.Text)
	require.Zero(t, again.Usage, "its tokens were counted")
	res, err := ask(c, "second")
	require.NoError(t, err)
	require.Equal(t, "two", res.Text)
	res, err = ask(plain, "first")
	require.NoError(t, err)
	require.Equal(t, "three", res.Text, "a client without memory asks")
}

func TestMemoryThatCannotBeReadIsAnErrorAndOneThatCannotBeWrittenIsNot(t *testing.T) {
	t.Parallel()
	server := modeltest.New(t)
	server.Always(modeltest.Answer("one"))
	c, err := model.New(model.Config{BaseURL: server.BaseURL(), Model: "test"})
	require.NoError(t, err)
	broken := errors.New("no space left on device")
	nothing := func(context.Context, string) ([]byte, error) { return nil, nil }
	full := func(context.Context, string, []byte) error { return broken }
	res, err := c.Remembering(model.Memory{Recall: nothing, Keep: full}).Complete(t.Context(), model.Request{})
	require.NoError(t, err)
	require.Equal(t, "one", res.Text)
	_, err = c.Remembering(model.Memory{
		Recall: func(context.Context, string) ([]byte, error) { return nil, broken }, Keep: full,
	}).Complete(t.Context(), model.Request{})
	require.ErrorIs(t, err, broken)
}
