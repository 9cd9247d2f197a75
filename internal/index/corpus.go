package index

import (
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// The numbers of fields of Qdrant 1.19 that the client's version does not have: SearchParams.idf and IdfParams.corpus.
const (
	fieldIDF    = 6
	fieldCorpus = 1
)

// counting returns the parameters of a search by words in which a word weighs by how many passages of the scope's
// collections have it, whichever files are searched: what else an account has changes nothing. A Qdrant server before
// 1.19 ignores them and counts all passages of a shard.
func (s Scope) counting() (*qdrant.SearchParams, error) {
	s.Files = nil
	f, err := s.filter()
	if err != nil {
		return nil, err
	}
	corpus, err := proto.Marshal(f.conditions)
	if err != nil {
		return nil, err
	}
	idf := protowire.AppendBytes(protowire.AppendTag(nil, fieldCorpus, protowire.BytesType), corpus)
	p := new(qdrant.SearchParams)
	p.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, fieldIDF, protowire.BytesType), idf))
	return p, nil
}
