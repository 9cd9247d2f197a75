package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// indexWithLangChain loads a file and finds a passage.
const indexWithLangChain = `
import sys, quire
from quire.langchain import QuireLoader, QuireRetriever
path, collection = sys.argv[1:]
with quire.Client() as client:
    pages = QuireLoader(path, client).load()
    print("pages", [p.metadata["page"] for p in pages], pages[0].page_content.startswith("# "))
    found = QuireRetriever(client=client, collection_ids=[collection], limit=3).invoke("dredging")
    print("found", found[0].metadata["source"], found[0].metadata["page_start"] > 0, len(found[0].metadata["places"]) > 0)
`

func TestLangChainLoadsPagesAndFindsPassages(t *testing.T) {
	p := pythonClient(t, "langchain-core==1.0.0")
	s := newService(t)
	s.start()
	collection := s.harbour()
	path := filepath.Join(t.TempDir(), "index.py")
	require.NoError(t, os.WriteFile(path, []byte(indexWithLangChain), 0o600))
	out := p.tell(s, path, []string{absolute(t, samples+"report.pdf"), collection})
	require.Contains(t, out, "pages [1, 2, 3] True\nfound report.pdf True True\n")
}
