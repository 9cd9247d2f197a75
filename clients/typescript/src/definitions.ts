import { Batches } from "./batches.js";
import { type Options, part } from "./transport.js";
import type {
  AppliedDefinition, DefinitionTest, DefinitionVersion, ExtractorDefinition, NewDefinitionTest, Sample,
} from "./types.gen.js";

/** The part of the client for the definitions of extractors, and for the samples that test them. */
export class Definitions extends Batches {
  /** Returns the definition of an extractor. */
  async getExtractorDefinition(slug: string, options: Options & { version?: number } = {}): Promise<ExtractorDefinition> {
    const { signal, ...query } = options;
    return this.read("GET", definition(slug), { query, signal });
  }

  /** Stores a definition, in YAML or JSON, as a new version or a new extractor. A dry run only validates it. */
  async putExtractorDefinition(slug: string, source: string, options: Options & { dry_run?: boolean } = {}): Promise<AppliedDefinition> {
    const { signal, ...query } = options;
    return this.read("PUT", definition(slug), { text: source, media: "application/yaml", query, signal });
  }

  /** Yields the versions of a definition, newest first. */
  listExtractorVersions(slug: string, options: Options = {}): AsyncGenerator<DefinitionVersion, void, undefined> {
    return this.list(`${definition(slug)}/versions`, options);
  }

  /** Runs a draft, or the stored definition, on documents or on the samples, and returns what changes. */
  async testExtractorDefinition(slug: string, test: NewDefinitionTest = {}, options: Options = {}): Promise<DefinitionTest> {
    return this.read("POST", `${definition(slug)}/test`, { json: test, ...options });
  }

  /** Yields the samples of an extractor. */
  listSamples(slug: string, options: Options = {}): AsyncGenerator<Sample, void, undefined> {
    return this.list(`${definition(slug)}/samples`, options);
  }

  /** Makes a document a sample with its expected output, or a part of it. */
  async putSample(slug: string, documentId: string, expected: Record<string, unknown>, options: Options = {}): Promise<Sample> {
    return this.read("PUT", `${definition(slug)}/samples/${part(documentId)}`, { json: { expected }, ...options });
  }

  /** Removes a sample, but not its document. */
  async deleteSample(slug: string, documentId: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `${definition(slug)}/samples/${part(documentId)}`, options);
  }
}

function definition(slug: string): string {
  return `/extractor-definitions/${part(slug)}`;
}
