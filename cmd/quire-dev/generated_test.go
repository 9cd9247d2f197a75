package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const specification = "../../api/openapi.yaml"

// readByGenerated reads a document and the list of documents with a generated client.
const readByGenerated = `
import compileall, sys
folder, base, key, document = sys.argv[1:]
assert compileall.compile_dir(folder, quiet=1)
sys.path.insert(0, folder)
from generated.client import AuthenticatedClient
from generated.api.documents import get_document, list_documents
from generated.models import Query
client = AuthenticatedClient(base_url=base, token=key)
got = get_document.sync(document, client=client)
print(got.status.value, got.file_name, got.page_count, got.output_file_url.startswith("http"))
print(list_documents.sync(client=client).data[0].file_name)
print(Query(collection_ids=[], query="x").to_dict())
`

func TestAClientGeneratedForPythonReadsDocuments(t *testing.T) {
	t.Parallel()
	p := newPython(t, "openapi-python-client==0.29.1")
	folder := t.TempDir()
	spec, err := filepath.Abs(specification)
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), filepath.Join(filepath.Dir(p.bin), "openapi-python-client"),
		"generate", "--path", spec, "--meta", "none", "--output-path", filepath.Join(folder, "generated")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NotContains(t, string(out), "Could not find reference")
	s := newService(t)
	s.start()
	d := s.upload("letter.docx", nil)
	require.Equal(t, "COMPLETED", s.await(d.ID).Status)
	got := p.run(readByGenerated, folder, "http://"+s.api+"/api/v1", s.key, d.ID)
	require.Contains(t, got, "COMPLETED letter.docx 2 True\nletter.docx\n")
	require.Contains(t, got, "{'collection_ids': [], 'query': 'x'}\n", "stream may be left out")
}

// useOfTypes shows what a program may write and read with the generated types.
const useOfTypes = `
import type {components, paths} from "./interface";
type Body = paths["/query"]["post"]["requestBody"]["content"]["application/json"];
export const question: Body = {collection_ids: ["x"], query: "How much?"};
type Schemas = components["schemas"];
export const link = (d: Schemas["Document"]): string | null => d.output_file_url;
export const extractor = (d: Schemas["Document"]): string | undefined => d.extractor?.slug;
`

func TestTypesGeneratedForTypeScriptCompile(t *testing.T) {
	t.Parallel()
	n := newNode(t, "openapi-typescript@7.13.0", "typescript@5.9.3")
	spec, err := filepath.Abs(specification)
	require.NoError(t, err)
	n.run("openapi-typescript", spec, "--output", filepath.Join(n.dir, "interface.ts"))
	require.NoError(t, os.WriteFile(filepath.Join(n.dir, "use.ts"), []byte(useOfTypes), 0o600))
	n.run("tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false", "use.ts")
}
