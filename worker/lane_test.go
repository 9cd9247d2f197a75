package worker

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryLaneKeepsASlotForOtherAccounts(t *testing.T) {
	t.Parallel()
	for name, slots := range lanes(Config{Cores: 1, ModelCalls: 1}) {
		l := newLane(slots)
		held := 0
		for range 100 {
			if taken, _ := l.take("greedy"); taken {
				held++
			}
		}
		require.Equal(t, l.slots-1, held, name)
		require.Positive(t, held, name)
		taken, _ := l.take("patient")
		require.True(t, taken, name)
		_, changed := l.take("third")
		require.NotNil(t, changed, "%s is full", name)
		l.release("greedy")
		<-changed
		taken, _ = l.take("third")
		require.True(t, taken, name)
	}
}

func TestAccountMayUseEveryProcessorAndTheServiceItselfEverySlot(t *testing.T) {
	t.Parallel()
	for cores := 1; cores <= 8; cores++ {
		t.Run(fmt.Sprint(cores), func(t *testing.T) {
			t.Parallel()
			require.Equal(t, cores, newLane(ConversionSlots(cores)).share)
			l := newLane(ConversionSlots(cores))
			for range l.slots {
				taken, _ := l.take("")
				require.True(t, taken)
			}
			require.False(t, l.crowdedBy(""), "it waits and is not handed back")
		})
	}
}

func TestAccountWithSeveralSlotsYields(t *testing.T) {
	t.Parallel()
	l := newLane(4)
	for _, account := range []string{"greedy", "greedy", "patient", ""} {
		taken, _ := l.take(account)
		require.True(t, taken)
	}
	require.True(t, l.several("greedy"))
	require.False(t, l.several("patient"))
	require.False(t, l.several(""))
	l.release("greedy")
	require.False(t, l.several("greedy"))
}
