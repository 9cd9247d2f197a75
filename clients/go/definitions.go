package quire

import (
	"context"
	"iter"
	"net/http"
)

// GetExtractorDefinition returns the definition of an extractor in the given version. Version 0 is the newest.
func (c *Client) GetExtractorDefinition(ctx context.Context, slug string, version int) (*ExtractorDefinition, error) {
	return read[ExtractorDefinition](ctx, c, http.MethodGet, definition(slug), call{query: filter("version", number(version))})
}

// PutExtractorDefinition stores a definition, in YAML or JSON, as a new version or a new extractor. A dry run only
// validates it.
func (c *Client) PutExtractorDefinition(ctx context.Context, slug, source string, dryRun bool) (*AppliedDefinition, error) {
	how := call{text: source, media: "application/yaml", query: filter("dry_run", yes(dryRun))}
	return read[AppliedDefinition](ctx, c, http.MethodPut, definition(slug), how)
}

// ListExtractorVersions yields the versions of a definition, newest first.
func (c *Client) ListExtractorVersions(ctx context.Context, slug string) iter.Seq2[DefinitionVersion, error] {
	return list[DefinitionVersion](ctx, c, definition(slug, "versions"), nil)
}

// TestExtractorDefinition runs a draft, or the stored definition, on documents or on the samples, and returns what
// changes.
func (c *Client) TestExtractorDefinition(ctx context.Context, slug string, test NewDefinitionTest) (*DefinitionTest, error) {
	return read[DefinitionTest](ctx, c, http.MethodPost, definition(slug, "test"), call{json: test})
}

// ListSamples yields the samples of an extractor.
func (c *Client) ListSamples(ctx context.Context, slug string) iter.Seq2[Sample, error] {
	return list[Sample](ctx, c, definition(slug, "samples"), nil)
}

// PutSample makes a document a sample with its expected output, or a part of it.
func (c *Client) PutSample(ctx context.Context, slug, documentID string, expected map[string]any) (*Sample, error) {
	body := map[string]any{"expected": expected}
	return read[Sample](ctx, c, http.MethodPut, definition(slug, "samples", documentID), call{json: body})
}

// DeleteSample removes a sample, but not its document.
func (c *Client) DeleteSample(ctx context.Context, slug, documentID string) error {
	return c.Request(ctx, http.MethodDelete, definition(slug, "samples", documentID), nil, nil, nil)
}

func definition(slug string, rest ...string) string {
	return at(append([]string{"extractor-definitions", slug}, rest...)...)
}
