# Quire. 'make' lists the targets.
SHELL     := /bin/bash
GO        ?= go
CACHE     ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/quire
TOOLS     := $(CACHE)/tools
CORPUS    ?= ../shared/corpus
SCORER    ?= ../shared/tools
export GOTOOLCHAIN ?= local

GOLANGCI_VERSION      := v2.15.0
SQLC_VERSION          := v1.31.1
WORKFLOWCHECK_VERSION := v0.6.0
GOVULNCHECK_VERSION   := v1.8.0
VERSITYGW_VERSION     := v1.8.0
LITEPARSE_VERSION     := 2.14.7
PDF_INSPECTOR_VERSION := 1.25.1
GOLANGCI      := $(TOOLS)/golangci-lint-$(GOLANGCI_VERSION)
SQLC          := $(TOOLS)/sqlc-$(SQLC_VERSION)
WORKFLOWCHECK := $(TOOLS)/workflowcheck-$(WORKFLOWCHECK_VERSION)
VERSITYGW     := $(TOOLS)/versitygw-$(VERSITYGW_VERSION)

.DEFAULT_GOAL := help
.PHONY: help deps test-deps build run test test-short lint verify generate record fuzz bench bench-answers bench-collections bench-convert bench-extract bench-ocr bench-peers bench-retrieval sbom scan campaign clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## Install what Quire needs at run time (PostgreSQL, tesseract), where it is missing
	@scripts/install-deps.sh

build: ## Build bin/quire and bin/quire-dev
	@mkdir -p bin
	$(GO) build -o bin/quire ./cmd/quire
	cd cmd/quire-dev && $(GO) build -o ../../bin/quire-dev .

run: deps build ## Run all of Quire on this machine: API :8080, Temporal UI :8233
	@bin/quire-dev

test-deps: deps
	@scripts/install-deps.sh --test

test: test-deps build $(VERSITYGW) ## Run every test, with the race detector, on real PostgreSQL, Temporal, S3, tesseract and PDFium
	QUIRE_TEST_S3_SERVER=$(VERSITYGW) scripts/test.sh

lint: $(GOLANGCI) $(WORKFLOWCHECK) ## Check the code: golangci-lint, workflowcheck, vet
	$(GOLANGCI) run ./...
	cd cmd/quire-dev && $(GOLANGCI) run ./...
	$(WORKFLOWCHECK) ./workflows/...

verify: $(SQLC) ## Check that generated code and go.mod are up to date
	cd schema && $(SQLC) diff
	$(GO) mod tidy -diff
	cd cmd/quire-dev && $(GO) mod tidy -diff
	cd deploy/check && $(GO) mod tidy -diff

generate: $(SQLC) ## Generate the database code from schema/queries
	cd schema && $(SQLC) generate

record: build ## Record workflow histories for the replay tests, from released code only (NAME=what is new in it)
	cd cmd/quire-dev && QUIRE_RECORD=$(or $(NAME),$(error NAME is missing: NAME=what is new)) $(GO) test -run TestRecordHistories .

fuzz: ## Fuzz every target for ten seconds
	scripts/fuzz.sh 10s

bench: build ## Print the benchmarks of the service: upload, latency, throughput, converter
	bench/service.sh

bench-answers: ## Score the citations of answers that are made without a model
	CORPUS=$(CORPUS) SCORER=$(SCORER) bench/answers.sh

bench-convert: build ## Score the converter on the public sets
	CORPUS=$(CORPUS) SCORER=$(SCORER) bench/convert.sh

bench-peers: build ## Score LiteParse and pdf-inspector on the same sets (needs npm; fetches them)
	npm install --silent --no-audit --no-fund --prefix $(CACHE)/peers @llamaindex/liteparse@$(LITEPARSE_VERSION) @firecrawl/pdf-inspector@$(PDF_INSPECTOR_VERSION)
	CORPUS=$(CORPUS) SCORER=$(SCORER) PEERS=$(CACHE)/peers bench/peers.sh

bench-collections: build ## Print the benchmarks of collections: indexing, search, start-up, a thousand files
	bench/collections.sh

bench-extract: ## Score the catalog of extractors, without a model, on its samples (WRONG=1 lists every wrong field)
	$(GO) test -count=1 -v -run TestRulesFindTheFields ./bench/extract $(if $(WRONG),-args -wrong) | grep -vE "^ *(===|---) "

bench-ocr: ## Measure how well spoilt scans are read
	$(GO) run ./bench/ocr -corpus $(CORPUS)

bench-retrieval: ## Score the retrieval on the public sets
	CORPUS=$(CORPUS) SCORER=$(SCORER) bench/retrieval.sh

campaign: build ## Run Quire under load and faults and check its promises (MINUTES=10 SEED=… to repeat one)
	$(GO) build -o bin/campaign ./bench/campaign
	bin/campaign -minutes $(or $(MINUTES),10) $(if $(SEED),-seed $(SEED))

sbom: build ## Write bench-out/sbom.json: every module that is linked into the binaries (CycloneDX)
	@mkdir -p bench-out
	$(GO) run ./scripts/sbom bin/quire bin/quire-dev > bench-out/sbom.json

scan: ## Look for known vulnerabilities in what the binaries call, where the database can be reached
	GO=$(GO) VERSION=$(GOVULNCHECK_VERSION) scripts/scan.sh

clean: ## Remove what was built (not ./data)
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

$(VERSITYGW):
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS) $(GO) install github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW_VERSION)
	mv $(TOOLS)/versitygw $@
