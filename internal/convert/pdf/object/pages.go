package object

const (
	// maxLeaves is the maximum number of pages of a file, and maxBranches the maximum depth of their tree.
	maxLeaves   = 20_000
	maxBranches = 64
)

// inherited lists the entries that a page may inherit from the nodes above it.
var inherited = []string{"Resources", "MediaBox", "CropBox", "Rotate"}

// Pages returns the dictionaries of a file's pages, in order, with inherited entries.
func (f *File) Pages() ([]Dict, error) {
	catalog, err := f.Catalog()
	if err != nil {
		return nil, err
	}
	w := &walk{file: f, seen: map[int]bool{}}
	if err := w.node(catalog["Pages"], nil, 0); err != nil {
		return nil, err
	}
	return w.pages, nil
}

// Catalog returns the dictionary at the root of a file.
func (f *File) Catalog() (Dict, error) {
	catalog, err := f.Get(f.Trailer, "Root")
	if err != nil || catalog.Kind != Dictionary {
		return nil, errSyntax
	}
	return catalog.Dict, nil
}

// walk is a traversal of the page tree.
type walk struct {
	file  *File
	seen  map[int]bool
	pages []Dict
}

// node visits a branch or a page. above is its parent.
func (w *walk) node(o Object, above Dict, depth int) error {
	if o.Kind != Reference || w.seen[int(o.Number)] || depth > maxBranches || len(w.pages) >= maxLeaves {
		return errSyntax
	}
	w.seen[int(o.Number)] = true
	node, err := w.file.Resolve(o)
	if err != nil || node.Kind != Dictionary {
		return errSyntax
	}
	own := Dict{}
	for key, value := range node.Dict {
		own[key] = value
	}
	for _, key := range inherited {
		if _, ok := own[key]; !ok && above != nil {
			own[key] = above[key]
		}
	}
	kids, err := w.file.Get(own, "Kids")
	if err != nil {
		return err
	}
	if kids.Kind != Array {
		if !own["Type"].Is("Page") {
			return errSyntax
		}
		w.pages = append(w.pages, own)
		return nil
	}
	for _, kid := range kids.Items {
		if err := w.node(kid, own, depth+1); err != nil {
			return err
		}
	}
	return nil
}
