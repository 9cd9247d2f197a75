package embedded

import (
	"maps"
	"slices"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// catalog holds the collections and their aliases.
type catalog struct {
	mu          sync.RWMutex
	collections map[string]*collection
	aliases     map[string]string
}

func newCatalog() *catalog {
	return &catalog{collections: make(map[string]*collection), aliases: make(map[string]string)}
}

// collection finds a collection by its name or an alias.
func (c *catalog) collection(name string) (*collection, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if target, ok := c.aliases[name]; ok {
		name = target
	}
	if found, ok := c.collections[name]; ok {
		return found, nil
	}
	return nil, status.Errorf(codes.NotFound, "Not found: Collection `%s` doesn't exist!", name)
}

func (c *catalog) create(name string, col *collection) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.collections[name]; taken || c.aliases[name] != "" {
		return status.Errorf(codes.AlreadyExists, "Collection `%s` already exists!", name)
	}
	c.collections[name] = col
	return nil
}

// remove drops a collection together with its aliases, and reports whether it existed.
func (c *catalog) remove(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if target, ok := c.aliases[name]; ok {
		name = target
	}
	_, ok := c.collections[name]
	delete(c.collections, name)
	maps.DeleteFunc(c.aliases, func(_, target string) bool { return target == name })
	return ok
}

func (c *catalog) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.collections)
	clear(c.aliases)
}

func (c *catalog) points() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	n := 0
	for _, col := range c.collections {
		n += col.size()
	}
	return n
}

func (c *catalog) names() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Sorted(maps.Keys(c.collections))
}

func (c *catalog) listAliases() map[string]string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return maps.Clone(c.aliases)
}

// changeAliases applies change to a copy, so that readers see all of it or, if it fails, nothing.
func (c *catalog) changeAliases(change func(aliases map[string]string, exists func(name string) bool) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := maps.Clone(c.aliases)
	exists := func(name string) bool { return c.collections[name] != nil }
	if err := change(next, exists); err != nil {
		return err
	}
	c.aliases = next
	return nil
}
