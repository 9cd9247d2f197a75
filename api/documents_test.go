package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUploadIsAcceptedAndPromised(t *testing.T) {
	t.Parallel()
	s := newService(t)
	d := s.upload("accuracy=ultra")
	require.Equal(t, "PENDING", d.Status)
	var got doc
	s.get("/api/v1/documents/" + d.ID.String()).into(200, &got)
	require.Equal(t, d, got)
	require.Len(t, s.started, 1)
}
