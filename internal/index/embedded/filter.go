package embedded

import (
	"slices"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// predicate reports whether a slot's point satisfies a condition. It does not check whether the point is alive.
type predicate func(slot uint32) bool

// selection is a filter compiled for one tenant.
type selection struct {
	tenant  *tenant
	matches predicate
	// slots are the only slots that can match if narrow is set. Otherwise any slot can match.
	slots  []uint32
	narrow bool
}

// has reports whether slot's point is alive and matches.
func (s selection) has(slot uint32) bool { return s.tenant.alive[slot] && s.matches(slot) }

// each calls yield for every matching slot, until it returns false.
func (s selection) each(yield func(slot uint32) bool) {
	if s.narrow {
		for _, slot := range s.slots {
			if s.has(slot) && !yield(slot) {
				return
			}
		}
		return
	}
	for slot := range uint32(len(s.tenant.ids)) {
		if s.has(slot) && !yield(slot) {
			return
		}
	}
}

// selectIn compiles f for tenant t. A nil filter matches every point.
func (c *collection) selectIn(t *tenant, f *qdrant.Filter) (selection, error) {
	matches, err := c.compile(t, f)
	if err != nil {
		return selection{}, err
	}
	s := selection{tenant: t, matches: matches}
	for _, condition := range f.GetMust() {
		slots, ok := c.candidates(t, condition)
		if ok && (!s.narrow || len(slots) < len(s.slots)) {
			s.slots, s.narrow = slots, true
		}
	}
	return s, nil
}

// candidates returns the slots that a condition can match, without duplicates, if there is an index for it. An index of
// the tenant field would not help, because all points of the tenant have the same value.
func (c *collection) candidates(t *tenant, condition *qdrant.Condition) ([]uint32, bool) {
	if ids := condition.GetHasId(); ids != nil {
		return c.slotsOf(t, ids.GetHasId()), true
	}
	field := condition.GetField()
	words, ok := matchedKeywords(field.GetMatch())
	col := t.columns[field.GetKey()]
	if !ok || field.GetKey() == c.tenantField || col == nil || !col.index {
		return nil, false
	}
	var slots []uint32
	for _, word := range words {
		if code, known := col.codes[word]; known {
			slots = append(slots, col.lists[code]...)
		}
	}
	return slots, true
}

// matchedKeywords returns the words of a keyword match, without repetition.
func matchedKeywords(m *qdrant.Match) ([]string, bool) {
	switch v := m.GetMatchValue().(type) {
	case *qdrant.Match_Keyword:
		return []string{v.Keyword}, true
	case *qdrant.Match_Keywords:
		words := slices.Clone(v.Keywords.GetStrings())
		slices.Sort(words)
		return slices.Compact(words), true
	}
	return nil, false
}

func (c *collection) slotsOf(t *tenant, ids []*qdrant.PointId) []uint32 {
	seen := make(map[uint32]bool)
	var slots []uint32
	for _, raw := range ids {
		id, err := parseID(raw)
		if err != nil {
			continue // compile has already refused it
		}
		if at, ok := c.places[id]; ok && at.tenant == t && !seen[at.slot] {
			seen[at.slot] = true
			slots = append(slots, at.slot)
		}
	}
	return slots
}

func (c *collection) compile(t *tenant, f *qdrant.Filter) (predicate, error) {
	must, err := c.compileAll(t, f.GetMust())
	if err != nil {
		return nil, err
	}
	should, err := c.compileAll(t, f.GetShould())
	if err != nil {
		return nil, err
	}
	mustNot, err := c.compileAll(t, f.GetMustNot())
	if err != nil {
		return nil, err
	}
	return func(slot uint32) bool {
		holds := func(p predicate) bool { return p(slot) }
		for _, p := range must {
			if !p(slot) {
				return false
			}
		}
		return !slices.ContainsFunc(mustNot, holds) && (len(should) == 0 || slices.ContainsFunc(should, holds))
	}, nil
}

func (c *collection) compileAll(t *tenant, conditions []*qdrant.Condition) ([]predicate, error) {
	out := make([]predicate, 0, len(conditions))
	for _, condition := range conditions {
		p, err := c.compileCondition(t, condition)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (c *collection) compileCondition(t *tenant, condition *qdrant.Condition) (predicate, error) {
	switch v := condition.GetConditionOneOf().(type) {
	case *qdrant.Condition_Filter:
		return c.compile(t, v.Filter)
	case *qdrant.Condition_HasId:
		wanted := make(map[pointID]bool)
		for _, raw := range v.HasId.GetHasId() {
			id, err := parseID(raw)
			if err != nil {
				return nil, err
			}
			wanted[id] = true
		}
		return func(slot uint32) bool { return wanted[t.ids[slot]] }, nil
	case *qdrant.Condition_Field:
		return compileField(t, v.Field)
	}
	return nil, status.Error(codes.InvalidArgument, "a condition is empty")
}

// compileField compiles a match or a range; a point without the field satisfies neither.
func compileField(t *tenant, f *qdrant.FieldCondition) (predicate, error) {
	if (f.GetMatch() == nil) == (f.GetRange() == nil) {
		return nil, status.Errorf(codes.InvalidArgument, "the condition on %q needs a match or a range", f.GetKey())
	}
	col := t.columns[f.GetKey()]
	if col == nil {
		col = newColumn(0)
	}
	test, err := compileTest(col, f)
	if err != nil {
		return nil, err
	}
	return func(slot uint32) bool {
		return int(slot) < len(col.values) && col.values[slot].kind != absent && test(col.values[slot])
	}, nil
}

func compileTest(col *column, f *qdrant.FieldCondition) (func(value) bool, error) {
	if r := f.GetRange(); r != nil {
		return func(v value) bool { return v.kind == integer && inRange(float64(v.n), r) }, nil
	}
	switch m := f.GetMatch().GetMatchValue().(type) {
	case *qdrant.Match_Keyword:
		return oneOf(col.keywords([]string{m.Keyword})), nil
	case *qdrant.Match_Keywords:
		return oneOf(col.keywords(m.Keywords.GetStrings())), nil
	case *qdrant.Match_ExceptKeywords:
		return noneOf(col.keywords(m.ExceptKeywords.GetStrings())), nil
	case *qdrant.Match_Integer:
		return oneOf(integers([]int64{m.Integer})), nil
	case *qdrant.Match_Integers:
		return oneOf(integers(m.Integers.GetIntegers())), nil
	case *qdrant.Match_ExceptIntegers:
		return noneOf(integers(m.ExceptIntegers.GetIntegers())), nil
	}
	return nil, status.Errorf(codes.InvalidArgument, "the match on %q is empty", f.GetKey())
}

// keywords returns the column's values for words, leaving out words that no point has.
func (c *column) keywords(words []string) []value {
	out := make([]value, 0, len(words))
	for _, w := range words {
		if code, ok := c.codes[w]; ok {
			out = append(out, value{kind: keyword, n: code})
		}
	}
	return out
}

func integers(ns []int64) []value {
	out := make([]value, 0, len(ns))
	for _, n := range ns {
		out = append(out, value{kind: integer, n: n})
	}
	return out
}

// oneOf returns a function that reports whether a value is among wanted. A few values are compared one by one, which
// is faster than hashing.
func oneOf(wanted []value) func(value) bool {
	if len(wanted) <= 8 {
		return func(v value) bool { return slices.Contains(wanted, v) }
	}
	set := make(map[value]bool, len(wanted))
	for _, v := range wanted {
		set[v] = true
	}
	return func(v value) bool { return set[v] }
}

func noneOf(unwanted []value) func(value) bool {
	among := oneOf(unwanted)
	return func(v value) bool { return !among(v) }
}

func inRange(n float64, r *qdrant.Range) bool {
	below := (r.Lt == nil || n < r.GetLt()) && (r.Lte == nil || n <= r.GetLte())
	above := (r.Gt == nil || n > r.GetGt()) && (r.Gte == nil || n >= r.GetGte())
	return below && above
}
