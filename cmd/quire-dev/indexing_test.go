package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// indexWithLangChain loads a file, indexes it and finds a passage.
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
	t.Parallel()
	p := pythonClient(t, "langchain-core==1.0.0")
	s := newService(t)
	s.start()
	collection := s.harbour()
	path := filepath.Join(t.TempDir(), "index.py")
	require.NoError(t, os.WriteFile(path, []byte(indexWithLangChain), 0o600))
	out := p.tell(s, path, []string{absolute(t, samples+"report.pdf"), collection})
	require.Contains(t, out, "pages [1, 2, 3] True\nfound report.pdf True True\n")
}

// indexWithLlamaIndex reads a single file, a folder, and a file on another file system.
const indexWithLlamaIndex = `
import sys, fsspec, quire
from llama_index.core import SimpleDirectoryReader
from llama_index.core.schema import MetadataMode
from quire.llama_index import QuireReader
path, folder, locked = sys.argv[1:]
with quire.Client() as client:
    reader = QuireReader(client, page_separator=False)
    pages = reader.load_data(path, extra_info={"year": 2026})
    print("pages", [(p.metadata["page"], p.metadata["year"]) for p in pages], pages[0].text.startswith("# "))
    print("said", "page: 1" in pages[0].get_content(MetadataMode.EMBED), "document_id" in pages[0].get_content(MetadataMode.EMBED))
    found = SimpleDirectoryReader(folder, file_extractor={".pdf": reader}).load_data()
    print("folder", [(p.metadata["file_name"], p.metadata["page"]) for p in found])
    memory = fsspec.filesystem("memory")
    memory.pipe("/shelf/report.pdf", open(path, "rb").read())
    print("memory", [p.text for p in reader.load_data("/shelf/report.pdf", fs=memory)] == [p.text for p in pages])
    try:
        reader.load_data(locked)
    except quire.InvalidRequest as e:
        print("refused", e)
`

func TestLlamaIndexLoadsPages(t *testing.T) {
	t.Parallel()
	p := pythonClient(t, "llama-index-core==0.14.25")
	s := newService(t)
	s.start()
	path, folder := filepath.Join(t.TempDir(), "index.py"), t.TempDir()
	require.NoError(t, os.WriteFile(path, []byte(indexWithLlamaIndex), 0o600))
	report, err := os.ReadFile(samples + "report.pdf")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "harbour.pdf"), report, 0o600))
	out := p.tell(s, path, []string{absolute(t, samples+"report.pdf"), folder, absolute(t, samples+"locked.pdf")})
	require.Contains(t, out, "pages [(1, 2026), (2, 2026), (3, 2026)] True\nsaid True False\n")
	require.Contains(t, out, "folder [('harbour.pdf', 1), ('harbour.pdf', 2), ('harbour.pdf', 3)]\nmemory True\n")
	require.Contains(t, out, "refused PDF is password-protected\n")
}
