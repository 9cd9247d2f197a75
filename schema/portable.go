package schema

// portable says how the rows of a table leave one installation and enter another. In its conditions, r is a row of the
// archive and $2 the account; nothing in an archive is trusted unless these conditions check it.
type portable struct {
	table string
	// from selects the rows to be exported, in an order in which they can be imported; $1 is the account.
	from string
	// columns are the imported columns, in addition to those of set. If empty, the rows are only for people to read.
	columns string
	// set maps further columns to the values that we give them.
	set map[string]string
	// owned is the condition that everything a row refers to belongs to the account.
	owned string
}

// ownedBy returns the condition that the row with the given id exists and belongs to the account.
func ownedBy(table, id string) string {
	return "EXISTS (SELECT FROM " + table + " p WHERE p.id = " + id + " AND p.account_id = $2)"
}

// perhaps returns a condition that also holds for null.
func perhaps(column, condition string) string { return "(" + column + " IS NULL OR " + condition + ")" }

// onlyOwn is the condition that a list of collections contains none of another account. It may contain deleted ones.
const onlyOwn = "NOT EXISTS (SELECT FROM collections p WHERE p.id = ANY (r.collection_ids) AND p.account_id <> $2)"

// below returns the condition that a blob's key is below its owner's prefix.
func below(prefix, column string) string {
	return "starts_with(" + column + ", '" + prefix + "' || r.id || '/')"
}

const newMessage = "(SELECT m.id FROM imported_messages m WHERE m.account_id = $2 AND m.was = "

// portables lists the tables in the order in which they are imported. Tables that are not listed stay behind: keys,
// logins, secrets, webhooks and their log, what is in flight, and everything derived from the rest, such as passages,
// vectors and counts.
var portables = []portable{
	{
		table: "extractors", from: "SELECT * FROM extractors WHERE account_id = $1 ORDER BY id",
		columns: "id, origin, name, slug, description, version, created_at, updated_at, deleted_at", set: map[string]string{"account_id": "$2"},
	},
	{
		table: "extractor_versions", from: "SELECT v.* FROM extractor_versions v JOIN extractors e ON e.id = v.extractor_id WHERE e.account_id = $1 ORDER BY 1, 2",
		columns: "extractor_id, version, source, cost_type, cost_credits, created_at", owned: ownedBy("extractors", "r.extractor_id"),
	},
	{
		table: "batches", from: "SELECT * FROM batches WHERE account_id = $1 ORDER BY id",
		columns: "id, size, callback_url, request_id, created_at, cancelled_at",
		set: map[string]string{
			"account_id": "$2", "finished_at": "coalesce(r.finished_at, now())", "notified_at": "coalesce(r.notified_at, now())",
		},
	},
	{
		table: "documents",
		from:  "SELECT * FROM documents WHERE account_id = $1 AND deleted_at IS NULL AND status IN ('COMPLETED', 'FAILED', 'EXPIRED') ORDER BY id",
		columns: `id, status, file_name, file_size, format, page_count, accuracy, page_separator, skip_images, extractor_id, extractor_version,
			source_url, callback_url, source_key, output_key, output_name, output_type, output_size, error, error_type, attempt, request_id,
			created_at, completed_at, expires_at, sent_as_files, batch_id, batch_position`,
		set: map[string]string{"account_id": "$2", "masking": "coalesce(r.masking, '{}')"},
		owned: "r.status IN ('COMPLETED', 'FAILED', 'EXPIRED') AND " + below(DocumentsPrefix, "r.source_key") +
			" AND " + perhaps("r.output_key", below(DocumentsPrefix, "r.output_key")) +
			" AND " + perhaps("r.extractor_id", ownedBy("extractors", "r.extractor_id")) + " AND " + perhaps("r.batch_id", ownedBy("batches", "r.batch_id")),
	},
	{
		table: "extractor_samples", columns: "extractor_id, document_id, expected, created_at, updated_at",
		from: `SELECT s.* FROM extractor_samples s JOIN extractors e ON e.id = s.extractor_id JOIN documents d ON d.id = s.document_id
			WHERE e.account_id = $1 AND d.deleted_at IS NULL AND d.completed_at IS NOT NULL ORDER BY 1, 2`,
		owned: ownedBy("extractors", "r.extractor_id") + " AND " + ownedBy("documents", "r.document_id"),
	},
	{
		table: "collections", from: "SELECT * FROM collections WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id",
		columns: "id, name, retention_days, held_at, hold_reason, created_at, updated_at",
		set:     map[string]string{"account_id": "$2", "masking": "coalesce(r.masking, '{}')"},
	},
	{
		table: "files",
		from: `SELECT f.* FROM files f JOIN collections c ON c.id = f.collection_id
			WHERE f.account_id = $1 AND f.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY f.id`,
		columns: "id, collection_id, path, filename, version, created_at, updated_at", set: map[string]string{"account_id": "$2"},
		owned: ownedBy("collections", "r.collection_id"),
	},
	fileVersions,
	{
		table: "sources", columns: "id, collection_id, name, kind, settings, every_minutes, rate, add_only, last_run, created_at, updated_at",
		from: `SELECT s.id, s.collection_id, s.name, s.kind, s.settings, s.every_minutes, s.rate, s.add_only, s.last_run, s.created_at, s.updated_at,
			s.include, s.exclude FROM sources s JOIN collections c ON c.id = s.collection_id WHERE s.account_id = $1 AND c.deleted_at IS NULL ORDER BY s.id`,
		set: map[string]string{
			"account_id": "$2", "preview": "false", "paused_at": "now()", "include": "coalesce(r.include, '{}')", "exclude": "coalesce(r.exclude, '{}')",
			"pause_reason": "'Imported from another installation. Give it its password or secret key, if it has one, and resume it.'",
		},
		owned: ownedBy("collections", "r.collection_id"),
	},
	{
		table: "source_items", columns: "source_id, path, seen, key, listed_tag, listed_size, tag, file_id, version_id, tried, expired",
		from:  "SELECT i.* FROM source_items i JOIN sources s ON s.id = i.source_id JOIN collections c ON c.id = s.collection_id WHERE s.account_id = $1 AND c.deleted_at IS NULL ORDER BY 1, 2",
		set:   map[string]string{"file_id": "(SELECT f.id FROM files f WHERE f.id = r.file_id AND f.account_id = $2)"},
		owned: ownedBy("sources", "r.source_id"),
	},
	{
		table: "sessions", from: "SELECT * FROM sessions WHERE account_id = $1 ORDER BY id",
		columns: "id, title, titled, collection_ids, created_at, updated_at", set: map[string]string{"account_id": "$2"}, owned: onlyOwn,
	},
	{
		table: "messages", from: "SELECT m.* FROM messages m JOIN sessions s ON s.id = m.session_id WHERE s.account_id = $1 ORDER BY m.id",
		columns: "session_id, role, content, citations, created_at",
		set:     map[string]string{"id": newMessage + "r.id)", "status": "CASE r.status WHEN 'streaming' THEN 'partial' ELSE r.status END"},
		owned:   ownedBy("sessions", "r.session_id"),
	},
	{
		table: "turns", from: "SELECT * FROM turns WHERE account_id = $1 ORDER BY id",
		columns: `id, session_id, question, collection_ids, file_ids, queries, answer, citations, error_type, error, prompt_tokens,
			completion_tokens, request_id, created_at, evidence, passages_wanted, hits, keeps_hits, history`,
		set: map[string]string{
			"account_id": "$2", "message_id": "CASE WHEN r.message_id IS NOT NULL THEN " + newMessage + "r.message_id) END",
			"status": "CASE r.status WHEN 'streaming' THEN 'partial' ELSE r.status END", "finished_at": "coalesce(r.finished_at, now())",
		},
		owned: onlyOwn + " AND " + perhaps("r.session_id", ownedBy("sessions", "r.session_id")),
	},
	{
		table: "evals", from: "SELECT * FROM evals WHERE account_id = $1 ORDER BY id",
		columns: "id, name, collection_ids, feedback, last_run, created_at, updated_at", set: map[string]string{"account_id": "$2"}, owned: onlyOwn,
	},
	{
		table: "eval_cases", from: "SELECT c.* FROM eval_cases c JOIN evals e ON e.id = c.eval_id WHERE e.account_id = $1 ORDER BY c.number",
		columns: "id, eval_id, key, question, files, expected, words, refused, note, created_at, updated_at", owned: ownedBy("evals", "r.eval_id"),
	},
	{
		table: "eval_runs", from: "SELECT r.* FROM eval_runs r WHERE r.account_id = $1 AND r.finished_at IS NOT NULL ORDER BY id",
		columns: `id, eval_id, number, status, note, collection_ids, total, configuration, fingerprint, content, metrics, error, request_id,
			created_at, started_at, finished_at`,
		set: map[string]string{"account_id": "$2"}, owned: "r.finished_at IS NOT NULL AND " + onlyOwn + " AND " + ownedBy("evals", "r.eval_id"),
	},
	{
		table: "eval_results", from: "SELECT x.* FROM eval_results x JOIN eval_runs r ON r.id = x.run_id WHERE r.account_id = $1 AND r.finished_at IS NOT NULL ORDER BY 1, 2",
		columns: `run_id, number, key, question, files, expected, words, refused, status, error, answer, citations, found, declined, score,
			page_f1, recall, words_found, latency_ms, prompt_tokens, completion_tokens`,
		owned: ownedBy("eval_runs", "r.run_id"),
	},
	{
		table: "message_feedback", columns: "rating, comment, created_at, updated_at",
		from: "SELECT b.* FROM message_feedback b JOIN messages m ON m.id = b.message_id JOIN sessions s ON s.id = m.session_id WHERE s.account_id = $1 ORDER BY 1",
		set: map[string]string{
			"message_id": newMessage + "r.message_id)",
			"case_id":    "(SELECT c.id FROM eval_cases c JOIN evals e ON e.id = c.eval_id WHERE c.id = r.case_id AND e.account_id = $2)",
		},
		owned: newMessage + "r.message_id) IS NOT NULL",
	},
	{table: "audit_log", from: "SELECT * FROM audit_log WHERE account_id = $1 ORDER BY id"},
	{table: "ledger", from: "SELECT * FROM ledger WHERE account_id = $1 ORDER BY id"},
	{table: "usage_days", from: "SELECT * FROM usage_days WHERE account_id = $1"},
}

// newestOf is the condition that a version is the newest of its file, which is processed again on import.
const newestOf = "(SELECT f.version = r.version FROM files f WHERE f.id = r.file_id)"

// again is the condition that a version is processed again, which is how the index is rebuilt.
const again = "(" + newestOf + " AND r.status IN ('pending', 'processing', 'ready'))"

var fileVersions = portable{
	table: "file_versions",
	from: `SELECT v.* FROM file_versions v JOIN files f ON f.id = v.file_id JOIN collections c ON c.id = f.collection_id
		WHERE f.account_id = $1 AND f.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY v.id`,
	columns: "id, file_id, version, format, size, sha256, media_type, source_key, request_id, created_at",
	set: map[string]string{
		"account_id":  "$2",
		"status":      "CASE WHEN " + again + " THEN 'pending' WHEN r.status IN ('pending', 'processing') THEN 'failed' ELSE r.status END",
		"error":       "CASE WHEN " + again + " THEN NULL WHEN r.status IN ('pending', 'processing') THEN '" + superseded + "' ELSE r.error END",
		"error_type":  "CASE WHEN " + again + " THEN NULL ELSE r.error_type END",
		"output_key":  "CASE WHEN NOT " + again + " THEN r.output_key END",
		"output_size": "CASE WHEN NOT " + again + " THEN r.output_size END",
		"masking":     "coalesce(r.masking, '{}')",
		"page_count":  "CASE WHEN NOT " + again + " THEN r.page_count END",
	},
	owned: ownedBy("files", "r.file_id") + " AND " + below(VersionsPrefix, "r.source_key") +
		" AND " + perhaps("r.output_key", below(VersionsPrefix, "r.output_key")),
}
