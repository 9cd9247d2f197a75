#!/usr/bin/env bash
# Writes the generated parts of the clients: their types, from the schemas of api/openapi.yaml, and the synchronous half
# of the Python client. The cache holds the generators, by version.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=${1:?where tools are kept}
datamodel=0.83.0
openapi_typescript=7.13.0
oapi_codegen=v2.8.2

mkdir -p "$tools"
python_tool=$tools/datamodel-code-generator-$datamodel
if [[ ! -x $python_tool/bin/datamodel-codegen ]]; then
	python3 -m venv "$python_tool"
	"$python_tool/bin/pip" install --quiet --disable-pip-version-check datamodel-code-generator==$datamodel
fi
typescript_tool=$tools/openapi-typescript-$openapi_typescript
if [[ ! -x $typescript_tool/node_modules/.bin/openapi-typescript ]]; then
	npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$typescript_tool" openapi-typescript@$openapi_typescript typescript@5.9.3
fi
go_tool=$tools/oapi-codegen-$oapi_codegen
if [[ ! -x $go_tool ]]; then
	GOBIN=$tools go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@$oapi_codegen
	mv "$tools/oapi-codegen" "$go_tool"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/generate" ./clients/generate
"$work/generate" types "$work/types.json"
"$python_tool/bin/datamodel-codegen" --input "$work/types.json" --input-file-type openapi --openapi-scopes schemas \
	--output "$work/models.py" --output-model-type dataclasses.dataclass --keyword-only --target-python-version 3.10 \
	--enum-field-as-literal all --use-union-operator --use-standard-collections --use-schema-description \
	--use-field-description --disable-timestamp --output-datetime-class datetime --formatters black isort \
	--custom-file-header '# Generated from api/openapi.yaml by make clients. Do not edit.'
mv "$work/models.py" clients/python/src/quire/_generated/models.py
python3 clients/python/unasync.py
"$typescript_tool/node_modules/.bin/openapi-typescript" "$work/types.json" --root-types --root-types-no-schema-prefix \
	--output clients/typescript/src/types.gen.ts >/dev/null
"$work/generate" go "$work/go.json"
"$go_tool" -config clients/generate/go.yaml -o "$work/types.gen.go" "$work/go.json"
sed '1,2d; s/^package quire/\n&/' "$work/types.gen.go" >clients/go/types.gen.go # the package already has a doc comment elsewhere

"$work/generate" sum
go run ./clients/samples write
