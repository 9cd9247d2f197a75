package embedded

import (
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// The numbers of fields of Qdrant 1.19 that the client library does not have yet: SearchParams.idf and IdfParams.corpus.
const (
	fieldIDF    = 6
	fieldCorpus = 1
)

// corpusFilter returns the filter for the points among which a search counts words, or nil for all points of a tenant.
// It refuses parameters with any other unknown field.
func corpusFilter(p *qdrant.SearchParams) (*qdrant.Filter, error) {
	unknown := p.ProtoReflect().GetUnknown()
	if len(unknown) == 0 {
		return nil, nil
	}
	idf, ok := onlyField(unknown, fieldIDF)
	if !ok {
		return nil, errUnknown(p.ProtoReflect().Descriptor())
	}
	raw, ok := onlyField(idf, fieldCorpus)
	if !ok {
		return nil, errUnknown(p.ProtoReflect().Descriptor())
	}
	var f qdrant.Filter
	if err := proto.Unmarshal(raw, &f); err != nil {
		return nil, status.Error(codes.InvalidArgument, "the corpus is not a filter")
	}
	return &f, checkKnown(f.ProtoReflect())
}

// onlyField returns the bytes of a field if it is the only field of the message.
func onlyField(message []byte, field protowire.Number) ([]byte, bool) {
	number, kind, n := protowire.ConsumeTag(message)
	if n < 0 || number != field || kind != protowire.BytesType {
		return nil, false
	}
	value, m := protowire.ConsumeBytes(message[n:])
	return value, m >= 0 && n+m == len(message)
}

// corpus is the points among which words are counted.
type corpus struct {
	points int    // that have the vector
	in     []bool // by slot; nil if these are all points
}

// corpusOf returns the points of a tenant among which a query counts its words: all of them, unless the query limits
// them.
func (c *collection) corpusOf(t *tenant, r *qdrant.QueryPoints) (corpus, error) {
	x := t.sparse[r.GetUsing()]
	f, err := corpusFilter(r.GetParams())
	if err != nil || (f == nil && x.live == len(x.has)) {
		return corpus{points: x.live}, err
	}
	s, err := c.selectIn(t, f)
	if err != nil {
		return corpus{}, err
	}
	out := corpus{in: make([]bool, len(x.has))}
	s.each(func(slot uint32) bool {
		if x.has[slot] {
			out.in[slot] = true
			out.points++
		}
		return true
	})
	return out, nil
}

// frequency returns the number of points in a list that are in the corpus.
func (c corpus) frequency(list []posting) int {
	if c.in == nil {
		return len(list)
	}
	n := 0
	for _, p := range list {
		if c.in[p.slot] {
			n++
		}
	}
	return n
}
