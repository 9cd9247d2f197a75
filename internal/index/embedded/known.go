package embedded

import (
	"strings"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// knownFields are the fields that a request may set, one message per line. Fields that only tune the storage or speed of
// a real server are accepted, because they cannot change an exact answer. Waiting, ordering and consistency always have
// their strongest level here.
const knownFields = `
CollectionExistsRequest collection_name
CreateCollection collection_name vectors_config sparse_vectors_config hnsw_config quantization_config on_disk_payload
CreateCollection shard_number replication_factor write_consistency_factor timeout
VectorsConfig params_map
VectorParamsMap map
VectorParams size distance hnsw_config quantization_config on_disk
SparseVectorConfig map
SparseVectorParams modifier index
SparseIndexConfig full_scan_threshold on_disk
HnswConfigDiff m ef_construct full_scan_threshold max_indexing_threads on_disk payload_m
QuantizationConfig scalar
ScalarQuantization type quantile always_ram
DeleteCollection collection_name timeout
ChangeAliases actions timeout
AliasOperations create_alias delete_alias
CreateAlias collection_name alias_name
DeleteAlias alias_name
CreateFieldIndexCollection collection_name wait field_name field_type field_index_params ordering timeout
PayloadIndexParams keyword_index_params integer_index_params
KeywordIndexParams is_tenant on_disk enable_hnsw
IntegerIndexParams lookup range on_disk enable_hnsw
WriteOrdering type
ReadConsistency type factor
UpsertPoints collection_name wait points ordering timeout
PointStruct id payload vectors
PointId num uuid
Value string_value integer_value
Vectors vectors
NamedVectors vectors
Vector dense sparse
DenseVector data
SparseVector values indices
DeletePoints collection_name wait points ordering timeout
PointsSelector points filter
PointsIdsList ids
Filter should must must_not
Condition field has_id filter
HasIdCondition has_id
FieldCondition key match range
Match keyword integer keywords integers except_integers except_keywords
RepeatedStrings strings
RepeatedIntegers integers
Range lt gt gte lte
ScrollPoints collection_name filter offset limit with_payload read_consistency timeout
CountPoints collection_name filter exact read_consistency timeout
FacetCounts collection_name key filter limit exact timeout read_consistency
WithPayloadSelector enable include exclude
PayloadIncludeSelector fields
PayloadExcludeSelector fields
QueryPoints collection_name query using filter params limit offset with_payload read_consistency timeout
QueryBatchPoints collection_name query_points read_consistency timeout
Query nearest
VectorInput dense sparse
SearchParams hnsw_ef exact quantization
QuantizationSearchParams ignore rescore oversampling
`

var known = parseKnown()

func parseKnown() map[protoreflect.FullName]bool {
	all := make(map[protoreflect.FullName]bool)
	for line := range strings.SplitSeq(strings.TrimSpace(knownFields), "\n") {
		words := strings.Fields(line)
		for _, field := range words[1:] {
			all[protoreflect.FullName("qdrant."+words[0]+"."+field)] = true
		}
	}
	return all
}

// checkKnown refuses a message that sets, at any depth, a field outside knownFields.
func checkKnown(m protoreflect.Message) error {
	if err := checkUnknown(m); err != nil {
		return err
	}
	var err error
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if !f.ContainingMessage().IsMapEntry() && !known[f.FullName()] {
			err = status.Errorf(codes.Unimplemented, "the embedded index does not support %s.%s", f.ContainingMessage().Name(), f.Name())
			return false
		}
		err = checkValue(f, v)
		return err == nil
	})
	return err
}

// checkUnknown refuses a message with a field that this version of the protocol does not have, except for the corpus of
// a search.
func checkUnknown(m protoreflect.Message) error {
	if len(m.GetUnknown()) == 0 {
		return nil
	}
	if p, ok := m.Interface().(*qdrant.SearchParams); ok {
		_, err := corpusFilter(p)
		return err
	}
	return errUnknown(m.Descriptor())
}

func errUnknown(m protoreflect.MessageDescriptor) error {
	return status.Errorf(codes.Unimplemented, "the embedded index does not know a field of %s that the client sent", m.Name())
}

func checkValue(f protoreflect.FieldDescriptor, v protoreflect.Value) error {
	var err error
	switch {
	case f.IsMap():
		if f.MapValue().Message() == nil {
			return nil
		}
		v.Map().Range(func(_ protoreflect.MapKey, entry protoreflect.Value) bool {
			err = checkKnown(entry.Message())
			return err == nil
		})
	case f.Message() == nil:
	case f.IsList():
		list := v.List()
		for i := 0; i < list.Len() && err == nil; i++ {
			err = checkKnown(list.Get(i).Message())
		}
	default:
		err = checkKnown(v.Message())
	}
	return err
}
