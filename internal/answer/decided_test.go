package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASentenceThatDeniesIsQuotedWithTheOneBefore(t *testing.T) {
	t.Parallel()
	passages := scored(onPages("a.pdf", 0, 1, "Five pilots were watched for the seven months after the training. Nothing set them apart from the others. Ships came in May."))
	const both = "> Five pilots were watched for the seven months after the training. Nothing set them apart from the others. [citation:1]"
	require.Contains(t, extracted(t, english("Were the five pilots different after the training?"), passages).Text, both)
	require.NotContains(t, extracted(t, english("How many pilots were watched after the training?"), passages).Text, both)
}
