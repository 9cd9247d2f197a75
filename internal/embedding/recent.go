package embedding

import (
	"container/list"
	"crypto/sha256"
	"sync"
)

// mostRecent is how many vectors of sentences are kept: those of about forty questions, which take 12 MB with 384
// dimensions.
const mostRecent = 8192

// recent keeps the most recently used vectors. Follow-up questions about a page compare the same sentences again.
type recent struct {
	mu    sync.Mutex
	order list.List // of *kept, most recently used first
	at    map[[sha256.Size]byte]*list.Element
}

type kept struct {
	text   [sha256.Size]byte
	vector []float32
}

// get returns the vectors of texts, with nil for those it does not have.
func (r *recent) get(texts []string) [][]float32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if e := r.at[sha256.Sum256([]byte(t))]; e != nil {
			r.order.MoveToFront(e)
			out[i] = e.Value.(*kept).vector
		}
	}
	return out
}

func (r *recent) put(texts []string, vectors [][]float32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at == nil {
		r.at = map[[sha256.Size]byte]*list.Element{}
	}
	for i, t := range texts {
		id := sha256.Sum256([]byte(t))
		if r.at[id] != nil {
			continue
		}
		r.at[id] = r.order.PushFront(&kept{id, vectors[i]})
		if len(r.at) > mostRecent {
			last := r.order.Back()
			delete(r.at, last.Value.(*kept).text)
			r.order.Remove(last)
		}
	}
}
