package schema

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
)

// Snapshot is what answers a query: exactly one generation, at one moment, of every file that has one.
type Snapshot struct {
	Generations map[uuid.UUID]GenerationRef
	Exclude     []uuid.UUID // the other generations in scope that the index may hold
	Languages   []string    // of the generations, without duplicates
}

// Snapshot returns the generations that answer queries in collections or, if files are given, in these alone. It
// returns ErrCollectionNotFound or ErrFileNotFound for ids that are unknown, deleted or another account's.
func (db *DB) Snapshot(ctx context.Context, account uuid.UUID, collections, files []uuid.UUID) (Snapshot, error) {
	collections, files = distinct(collections), distinct(files)
	n, err := db.countLiveCollections(ctx, account, collections)
	if err == nil && int(n) < len(collections) {
		err = ErrCollectionNotFound
	}
	if err != nil {
		return Snapshot{}, err
	}
	n, err = db.countLiveFiles(ctx, account, collections, files)
	if err == nil && int(n) < len(files) {
		err = ErrFileNotFound
	}
	if err != nil {
		return Snapshot{}, err
	}
	rows, err := db.generationsInScope(ctx, account, collections, files)
	s := Snapshot{Generations: make(map[uuid.UUID]GenerationRef, len(rows))}
	for _, r := range rows {
		if !r.Live {
			s.Exclude = append(s.Exclude, r.Generation.ID)
			continue
		}
		s.Generations[r.Generation.ID] = r.Generation.ref()
		if !slices.Contains(s.Languages, r.Generation.Language) {
			s.Languages = append(s.Languages, r.Generation.Language)
		}
	}
	return s, err
}

func distinct(ids []uuid.UUID) []uuid.UUID {
	set := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return slices.AppendSeq(make([]uuid.UUID, 0, len(set)), maps.Keys(set))
}

// PassageRef identifies a passage.
type PassageRef struct {
	Generation uuid.UUID
	Number     int
}

// FoundPassage is a passage together with its file.
type FoundPassage struct {
	Generation, File, Collection uuid.UUID
	Filename, Path               string
	Version                      int32
	PageCount                    int32
	Passage
}

func found(p PassageRow, file, collection uuid.UUID, filename, path string, version, pages int32) FoundPassage {
	return FoundPassage{
		Generation: p.GenerationID, File: file, Collection: collection, Filename: filename, Path: path, Version: version,
		PageCount: pages, Passage: p.passage(),
	}
}

// FoundPassages reads passages in the order of refs. It leaves out anything that does not belong to the account, or
// that has been deleted or forgotten in the meantime.
func (db *DB) FoundPassages(ctx context.Context, account uuid.UUID, refs []PassageRef) ([]FoundPassage, error) {
	generations, numbers := make([]uuid.UUID, 0, len(refs)), make([]int32, 0, len(refs))
	for _, r := range refs {
		generations, numbers = append(generations, r.Generation), append(numbers, int32(r.Number))
	}
	rows, err := db.foundPassages(ctx, generations, numbers, account)
	if err != nil {
		return nil, err
	}
	byRef := make(map[PassageRef]FoundPassage, len(rows))
	for _, r := range rows {
		f := found(r.PassageRow, r.FileID, r.CollectionID, r.Filename, r.Path, r.Version, r.PageCount)
		byRef[PassageRef{f.Generation, f.Number}] = f
	}
	list := make([]FoundPassage, 0, len(rows))
	for _, ref := range refs {
		if f, ok := byRef[ref]; ok {
			list = append(list, f)
		}
	}
	return list, nil
}

// PagePassages returns the passages of a generation that touch the pages, in order. It returns at most the first 200,
// because a text file is one page of any size.
func (db *DB) PagePassages(ctx context.Context, account, generation uuid.UUID, from, to int) ([]FoundPassage, error) {
	rows, err := db.pagePassages(ctx, pagePassagesParams{
		AccountID: account, Generation: generation, PageFrom: int32(from), PageTo: int32(to),
	})
	list := make([]FoundPassage, 0, len(rows))
	for _, r := range rows {
		list = append(list, found(r.PassageRow, r.FileID, r.CollectionID, r.Filename, r.Path, r.Version, r.PageCount))
	}
	return list, err
}

// SectionPassages returns, in order, the passages of a generation at which its headings change: each passage whose
// headings differ from those of the one before it, that previous passage, and the first and the last of all. It returns
// at most the first 600, because a file can have any number of headings.
func (db *DB) SectionPassages(ctx context.Context, account, generation uuid.UUID) ([]FoundPassage, error) {
	rows, err := db.sectionPassages(ctx, generation, account)
	list := make([]FoundPassage, 0, len(rows))
	for _, r := range rows {
		list = append(list, found(r.PassageRow, r.FileID, r.CollectionID, r.Filename, r.Path, r.Version, r.PageCount))
	}
	return list, err
}

// LanguagesOf returns the languages of generations; "" means that the language was not recognized.
func (db *DB) LanguagesOf(ctx context.Context, generations []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := db.languagesOf(ctx, generations)
	languages := make(map[uuid.UUID]string, len(rows))
	for _, r := range rows {
		languages[r.ID] = r.Language
	}
	return languages, err
}
