package main_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
)

func TestVersionedWorkersTakeNoWorkBeforeTheirBuildIsCurrent(t *testing.T) {
	t.Parallel()
	s := newScaled(t)
	s.env = append(s.env, "QUIRE_DEPLOYMENT=quire", "QUIRE_BUILD_ID=1.0")
	s.run("migrate")
	s.run("account", "create", "default")
	s.key = s.run("key", "create", "default")
	s.serve("api")
	s.serve("worker")
	s.ready()
	id := s.upload("report.pdf", nil).ID
	temporal, err := client.Dial(client.Options{HostPort: s.temporal})
	require.NoError(t, err)
	defer temporal.Close()
	require.Eventually(t, func() bool {
		run, err := temporal.DescribeWorkflowExecution(t.Context(), "document/"+id, "")
		return err == nil && run.GetWorkflowExecutionInfo().GetHistoryLength() == 2
	}, time.Minute, 50*time.Millisecond, "the workflow is started and its first task waits")
	require.Equal(t, "PENDING", s.status(id))
	require.Eventually(t, func() bool {
		_, err := temporal.WorkerDeploymentClient().GetHandle("quire").SetCurrentVersion(t.Context(),
			client.WorkerDeploymentSetCurrentVersionOptions{BuildID: "1.0"})
		return err == nil
	}, time.Minute, 100*time.Millisecond, "the version is known as soon as its workers ask for work")
	require.Equal(t, "COMPLETED", s.await(id).Status)
	require.Contains(t, s.run("doctor"), "every task queue is served")
}
