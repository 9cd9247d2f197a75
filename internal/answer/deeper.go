package answer

import (
	"cmp"
	"slices"
)

// longest returns the sections with the most passages, in document order.
func longest(sections []section, most int) []section {
	if len(sections) <= most {
		return sections
	}
	order := make([]int, len(sections))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sections[b].extent, sections[a].extent) })
	order = order[:most]
	slices.Sort(order)
	out := make([]section, 0, most)
	for _, i := range order {
		out = append(out, sections[i])
	}
	return out
}

// muchLonger is how many times its fair share of an outline a section must have to be shown with its subsections.
const muchLonger = 2

// deeper lists, below the longest sections, the longest of their subsections, as long as there is room: an outline of
// four parts says little about a book.
func (f file) deeper(entries []section, most int) []section {
	total := 0
	for _, s := range entries {
		total += s.extent
	}
	opened := map[int]bool{} // keyed by first passage and level
	for len(entries) < most {
		next := -1
		for i, s := range entries {
			wide := s.extent*most >= muchLonger*total && s.nested > 0 && !opened[s.id()]
			if wide && (next < 0 || s.extent > entries[next].extent) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		s := entries[next]
		opened[s.id()] = true
		if within := f.inside(s); len(within) > 1 {
			for i := range within {
				within[i].indent = s.indent + 1
			}
			entries = slices.Insert(slices.Clone(entries), next+1, longest(within, most-len(entries))...)
		}
	}
	return entries
}

func (s section) id() int { return s.at.Number*(deepestShown+1) + min(len(s.path), deepestShown) }

// inside returns the sections one level below the given one.
func (f file) inside(s section) []section {
	from := slices.IndexFunc(f.all, func(o section) bool { return o.at.Number == s.at.Number })
	if from < 0 || len(s.path) >= deepestShown {
		return nil
	}
	under := collapsed(f.all[from:from+1+s.nested], len(s.path)+1)
	return slices.DeleteFunc(under, func(o section) bool { return len(o.path) == len(s.path) })
}
