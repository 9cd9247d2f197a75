package schema_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

func TestForeignCollectionsAndFilesAreNotFound(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	c := s.collection("Manuals")
	up := s.upload(c, "a.txt", "one")
	generation, _ := s.finish(up.File.VersionID, 1)
	other, err := s.db.CreateAccount(t.Context(), "other", "default", "whsec_other")
	require.NoError(t, err)
	foreign := &story{T: t, db: s.db, url: s.url, account: other.ID}
	own := foreign.collection("Manuals")

	for name, call := range foreign.calls(c, up.File.ID) {
		require.ErrorIs(t, call(t.Context()), schema.ErrCollectionNotFound, name)
	}
	inOwn := foreign.calls(own, up.File.ID)
	for _, name := range []string{"file", "delete file", "reindex", "versions", "version", "snapshot of file"} {
		require.ErrorIs(t, inOwn[name](t.Context()), schema.ErrFileNotFound, name)
	}
	files, count, err := s.db.ListFiles(t.Context(), schema.FileFilter{AccountID: other.ID, CollectionID: c, Limit: 10})
	require.NoError(t, err)
	require.Empty(t, files)
	require.Zero(t, count)
	found, err := s.db.FoundPassages(t.Context(), other.ID, answer(generation))
	require.NoError(t, err)
	require.Empty(t, found)
	found, err = s.db.PagePassages(t.Context(), other.ID, generation, 1, 9)
	require.NoError(t, err)
	require.Empty(t, found)
	found, err = s.db.SectionPassages(t.Context(), other.ID, generation)
	require.NoError(t, err)
	require.Empty(t, found)
	require.Equal(t, up.File.ID, s.file(c, up.File.ID).ID, "none of that changed anything")
}

// calls returns calls of the methods that take a collection and, if they need one, a file.
func (s *story) calls(collection, file uuid.UUID) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"check":      func(ctx context.Context) error { return s.db.CheckCollection(ctx, s.account, collection) },
		"collection": func(ctx context.Context) error { _, err := s.db.Collection(ctx, s.account, collection); return err },
		"rename": func(ctx context.Context) error {
			_, err := s.db.RenameCollection(ctx, s.account, collection, "Mine")
			return err
		},
		"delete": func(ctx context.Context) error {
			_, err := s.db.DeleteCollection(ctx, s.account, collection, "req")
			return err
		},
		"upload": func(ctx context.Context) error {
			_, err := s.db.UploadFile(ctx, s.newFile(collection, "a.txt", "two"))
			return err
		},
		"file": func(ctx context.Context) error { _, err := s.db.File(ctx, s.account, collection, file); return err },
		"delete file": func(ctx context.Context) error {
			_, err := s.db.DeleteFile(ctx, s.account, collection, file, "req")
			return err
		},
		"reindex": func(ctx context.Context) error {
			_, _, err := s.db.ReindexFile(ctx, s.account, collection, file, schema.Allowance{}, "req", nil)
			return err
		},
		"versions": func(ctx context.Context) error {
			_, _, err := s.db.FileVersions(ctx, s.account, collection, file, 0, 10)
			return err
		},
		"version": func(ctx context.Context) error {
			_, err := s.db.FileVersion(ctx, s.account, collection, file, 1)
			return err
		},
		"snapshot": func(ctx context.Context) error {
			_, err := s.db.Snapshot(ctx, s.account, []uuid.UUID{collection}, nil)
			return err
		},
		"snapshot of file": func(ctx context.Context) error {
			_, err := s.db.Snapshot(ctx, s.account, []uuid.UUID{collection}, []uuid.UUID{file})
			return err
		},
	}
}

func TestQueriesSeeOnlyWhatTheirAccountHas(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			for range 250 {
				w.step()
				w.query()
			}
		})
	}
}

// world is a model of the data of several accounts, to compare with the database.
type world struct {
	*story
	*rand.Rand
	accounts    []uuid.UUID
	collections []*modelCollection
	files       []*modelFile
	generations []*modelGeneration
}

type modelCollection struct {
	id, account uuid.UUID
	deleted     bool
}

type modelFile struct {
	*modelCollection
	id, version   uuid.UUID // the newest
	path, content string
	status        schema.FileStatus
	gone          bool
}

func (f *modelFile) live() bool { return !f.gone && !f.deleted }

type modelGeneration struct {
	*modelFile
	id, version uuid.UUID
	state       string
	passages    int
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	w := &world{story: newStory(t), Rand: rand.New(rand.NewPCG(7, seed))}
	w.accounts = []uuid.UUID{w.account}
	for _, name := range []string{"beta", "gamma"} {
		a, err := w.db.CreateAccount(t.Context(), name, "default", "whsec_"+name)
		require.NoError(t, err)
		w.accounts = append(w.accounts, a.ID)
	}
	for range 5 {
		w.addCollection()
	}
	return w
}

// pick returns a random element of list, or the zero value if it is empty.
func pick[T any](w *world, list []T) T {
	if len(list) == 0 {
		return *new(T)
	}
	return list[w.IntN(len(list))]
}

func (w *world) addCollection() {
	w.account = pick(w, w.accounts)
	w.collections = append(w.collections, &modelCollection{id: w.collection(uuid.NewString()), account: w.account})
}

// step makes one random change.
func (w *world) step() {
	f := pick(w, w.files)
	if f != nil {
		w.account = f.account
	}
	switch n := w.IntN(20); {
	case n < 6 || f == nil:
		w.add()
	case n < 13 && f.live() && f.status.InFlight():
		w.work(f)
	case n == 13 && f.live():
		w.reindex(f)
	case n == 14 && f.live():
		_, err := w.db.DeleteFile(w.Context(), f.account, f.modelCollection.id, f.id, "req")
		require.NoError(w, err)
		f.gone = true
	case n == 15 && w.IntN(3) == 0 && f.live():
		_, err := w.db.DeleteCollection(w.Context(), f.account, f.modelCollection.id, "req")
		require.NoError(w, err)
		f.deleted = true
		w.addCollection()
	case n > 15:
		w.forget()
	}
}

// add uploads something to one of a few paths.
func (w *world) add() {
	c := pick(w, w.collections)
	if c.deleted {
		return
	}
	w.account = c.account
	n := w.newFile(c.id, fmt.Sprint(w.IntN(3)), fmt.Sprint(w.IntN(3)))
	n.Indexed = w.IntN(6) > 0
	up, err := w.db.UploadFile(w.Context(), n)
	require.NoError(w, err)
	at := slices.IndexFunc(w.files, func(f *modelFile) bool { return f.modelCollection == c && f.path == n.Path && f.live() })
	if at < 0 {
		at = len(w.files)
		w.files = append(w.files, &modelFile{modelCollection: c, id: up.File.ID, path: n.Path})
	}
	f, content := w.files[at], string(n.SHA256)
	require.Equal(w, f.id, up.File.ID)
	require.Equal(w, f.content == content, up.Unchanged)
	switch {
	case f.content != content:
		w.retire(f, schema.GenerationBuilding)
		f.content, f.version, f.status = content, n.VersionID, schema.FilePending
		if !n.Indexed {
			f.status = schema.FileStored
			w.retire(f, schema.GenerationActive)
		}
	case f.status == schema.FileFailed && n.Indexed:
		f.status = schema.FilePending
	}
	require.Equal(w, f.status, up.File.Status)
}

// retire applies what happens to a file's generations in a state.
func (w *world) retire(f *modelFile, state string) {
	for _, g := range w.generations {
		if g.modelFile == f && g.state == state {
			g.state = schema.GenerationRetired
		}
	}
}

// work does some or all of a workflow's work.
func (w *world) work(f *modelFile) {
	claim, err := w.db.ClaimFile(w.Context(), f.version)
	require.NoError(w, err)
	f.status = schema.FileProcessing
	at := slices.IndexFunc(w.generations, func(g *modelGeneration) bool { return g.id == claim.Generation })
	if at < 0 {
		at = len(w.generations)
		w.generations = append(w.generations, &modelGeneration{modelFile: f, id: claim.Generation, version: f.version, state: schema.GenerationBuilding})
	}
	g := w.generations[at]
	if w.IntN(4) == 0 {
		require.NoError(w, w.db.FailFile(w.Context(), f.version, claim.Attempt, "corrupt", "It is damaged"))
		f.status, g.state = schema.FileFailed, schema.GenerationRetired
		return
	}
	g.passages = 1 + w.IntN(3)
	_, err = w.db.StorePassages(w.Context(), g.id, claim.Attempt, f.version, "en", passages(g.passages))
	require.NoError(w, err)
	if w.IntN(4) == 0 {
		return
	}
	_, err = w.db.ActivateFile(w.Context(), f.version, claim.Attempt, schema.FileOutput{PageCount: 1, OutputKey: "k"}, g.id)
	require.NoError(w, err)
	w.retire(f, schema.GenerationActive)
	f.status, g.state = schema.FileReady, schema.GenerationActive
}

func (w *world) reindex(f *modelFile) {
	_, _, err := w.db.ReindexFile(w.Context(), f.account, f.modelCollection.id, f.id, schema.Allowance{}, "req", nil)
	if f.status.InFlight() || f.status == schema.FileStored {
		require.Error(w, err)
		return
	}
	require.NoError(w, err)
	f.status = schema.FilePending
}

// forget removes a generation that must no longer answer queries, and no other.
func (w *world) forget() {
	g := pick(w, w.generations)
	if g == nil {
		return
	}
	err := w.db.ForgetGeneration(w.Context(), g.id)
	if g.state != schema.GenerationRetired {
		require.ErrorIs(w, err, schema.ErrSuperseded)
		return
	}
	require.NoError(w, err)
	w.generations = slices.DeleteFunc(w.generations, func(other *modelGeneration) bool { return other == g })
}

// query searches any account's collections and files on behalf of one account, and reads any account's passages.
func (w *world) query() {
	account := pick(w, w.accounts)
	var collections, files []uuid.UUID
	for range 1 + w.IntN(3) {
		collections = append(collections, w.scope(account))
	}
	for range max(w.IntN(5)-2, 0) {
		if f := pick(w, w.files); f != nil {
			files = append(files, f.id)
		}
	}
	snapshot, err := w.db.Snapshot(w.Context(), account, collections, files)
	if want := w.refused(account, collections, files); want != nil {
		require.ErrorIs(w, err, want)
	} else {
		require.NoError(w, err)
		w.compare(snapshot, collections, files)
	}
	w.read(account)
}

// scope is usually a collection of the account, so that most queries are allowed.
func (w *world) scope(account uuid.UUID) uuid.UUID {
	for range 20 {
		if c := pick(w, w.collections); c.account == account && !c.deleted {
			return c.id
		}
	}
	return pick(w, w.collections).id
}

// refused returns the error expected for a scope.
func (w *world) refused(account uuid.UUID, collections, files []uuid.UUID) error {
	for _, c := range w.collections {
		if slices.Contains(collections, c.id) && (c.deleted || c.account != account) {
			return schema.ErrCollectionNotFound
		}
	}
	for _, f := range w.files {
		if slices.Contains(files, f.id) && (!f.live() || !slices.Contains(collections, f.modelCollection.id)) {
			return schema.ErrFileNotFound
		}
	}
	return nil
}

func (w *world) compare(got schema.Snapshot, collections, files []uuid.UUID) {
	w.Helper()
	answering, others := map[uuid.UUID]uuid.UUID{}, []uuid.UUID{}
	for _, g := range w.generations {
		anyFile := len(files) == 0
		if !slices.Contains(collections, g.modelCollection.id) || (!anyFile && !slices.Contains(files, g.modelFile.id)) {
			continue
		}
		if g.state == schema.GenerationActive && g.live() {
			answering[g.id] = g.modelFile.id
		} else {
			others = append(others, g.id)
		}
	}
	seen := map[uuid.UUID]uuid.UUID{}
	for id, g := range got.Generations {
		seen[id] = g.FileID
	}
	require.Equal(w, answering, seen)
	require.ElementsMatch(w, others, got.Exclude)
}

// read requests passages of every existing generation, in random order, and of one that does not exist.
func (w *world) read(account uuid.UUID) {
	w.Helper()
	refs := []schema.PassageRef{{Generation: uuid.New()}}
	readable := map[uuid.UUID]*modelGeneration{}
	for _, g := range w.generations {
		refs = append(refs, schema.PassageRef{Generation: g.id, Number: w.IntN(3)})
		if g.account == account && g.live() && g.state != schema.GenerationBuilding {
			readable[g.id] = g
		}
	}
	w.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
	found, err := w.db.FoundPassages(w.Context(), account, refs)
	require.NoError(w, err)
	want, got := []schema.PassageRef{}, []schema.PassageRef{}
	for _, ref := range refs {
		if g := readable[ref.Generation]; g != nil && ref.Number < g.passages {
			want = append(want, ref)
		}
	}
	for _, f := range found {
		got = append(got, schema.PassageRef{Generation: f.Generation, Number: f.Number})
		require.Equal(w, readable[f.Generation].modelFile.id, f.File)
	}
	require.Equal(w, want, got)
	ref := pick(w, refs)
	found, err = w.db.PagePassages(w.Context(), account, ref.Generation, 1, 1)
	require.NoError(w, err)
	if g := readable[ref.Generation]; g != nil {
		require.Len(w, found, g.passages)
	} else {
		require.Empty(w, found)
	}
}
