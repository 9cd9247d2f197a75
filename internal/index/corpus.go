package index

import (
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// The numbers of fields of Qdrant 1.19 that the client library does not have yet: SearchParams.idf and IdfParams.corpus.
const (
	fieldIDF    = 6
	fieldCorpus = 1
)

// counting returns the parameters for a lexical search that weighs each word by the number of passages containing it in
// the scope's collections, whichever files are searched. The rest of the account has no influence. A Qdrant server
// before 1.19 ignores these parameters and counts all passages of a shard.
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
