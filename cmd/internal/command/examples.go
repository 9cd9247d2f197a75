package command

import (
	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/usage"
)

// Examples returns examples of all commands, those of the programs themselves among them.
func Examples() usage.Examples {
	return usage.Examples{
		"api":              {""},
		"worker":           {""},
		"run":              {""},
		"temporal":         {""},
		"version":          {""},
		"healthcheck":      {"http://localhost:8080/readyz"},
		"receive":          {"--port 9000 --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
		"convert":          append(convertcmd.Examples(), "scans -o text --server https://quire.example.org"),
		"ask":              {`"How much is set aside for dredging?" -c Harbour`, `"Who signed?" -c Contracts -f 2025/lease.pdf --json | jq -r .answer`},
		"upload":           {"contracts -c Contracts", "contracts -c Contracts --exclude drafts --delete --dry-run", "scans -c Archive --under 2026/scans --include '*.pdf' --wait"},
		"batch create":     {"scans --include '*.pdf' --wait", "https://example.org/a.pdf https://example.org/b.pdf --callback-url https://example.org/hook"},
		"batch list":       {"", "--json"},
		"batch status":     {"0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11 --wait"},
		"batch results":    {"0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11 -o results.zip", "0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11 --format jsonl | jq -r .file_name"},
		"batch cancel":     {"0199f3a0-5b7e-7c3d-9a41-0f6f2f1f7c11"},
		"account create":   {"acme", "acme --plan team"},
		"account list":     {"", "--json | jq -r '.[].name'"},
		"account secret":   {"acme"},
		"account plan":     {"acme", "acme team"},
		"account suspend":  {"acme"},
		"account resume":   {"acme"},
		"account delete":   {"acme --confirm acme"},
		"account rotate":   {"acme --overlap 7d"},
		"key create":       {"acme --name 'intranet search' --read-only", "acme --permissions read,write --expires 90d"},
		"key list":         {"acme", "acme --json"},
		"key revoke":       {"0199a3c2-5c1e-7b7e-9d34-3f6f3f1c2a10"},
		"login-link":       {"acme", "acme --permissions read --lifetime 1h"},
		"audit list":       {"--account acme --since 7d", "--action key. --json"},
		"audit prune":      {"--older-than 8760h"},
		"migrate up":       {"", "--role"},
		"migrate status":   {"", "--json"},
		"extractor apply":  {"-f invoice.yaml --account acme"},
		"extractor list":   {"--account acme", "--json"},
		"extractor show":   {"invoice --account acme > invoice.yaml", "invoice 3"},
		"extractor delete": {"invoice --account acme"},
		"extractor test":   {"-f invoice.yaml invoice.pdf", "-f invoice.yaml --account acme"},
		"doctor":           {"", "--json --min-free 5000"},
		"search":           {"'notice period' -c Contracts -n 10", "'notice period' -c Contracts -f 2025/lease.pdf --account acme --json"},
		"eval list":        {"", "--json"},
		"eval create":      {"Handbook -c Office"},
		"eval import":      {"Handbook cases.jsonl"},
		"eval export":      {"Handbook > cases.jsonl"},
		"eval run":         {`Handbook --note "new embedding model" --strict`},
		"eval show":        {"Handbook", "Handbook 4"},
		"eval compare":     {"Handbook 3 4"},
		"eval delete":      {"Handbook"},
		"mcp":              {"--server https://quire.example.org"},
		"reindex":          {"", "--account acme", "--drop-old"},
		"completion":       {"bash", "zsh > ~/.zfunc/_quire"},
	}
}
