/**
 * A client of Quire, which turns documents into Markdown, structured data and cited answers.
 *
 *     import { Client } from "quire-client";
 *
 *     console.log(await new Client().convert("report.pdf"));
 *
 * @module
 */

import { Administration } from "./account.js";

/** A client of one service, for one key. */
export class Client extends Administration {}

export type { QueryAnswer, QuestionOptions, MessageOptions } from "./chat.js";
export type { VersionOptions } from "./collections.js";
export type { DocumentOptions, UploadOptions } from "./documents.js";
export * from "./errors.js";
export type { AnswerEvent, DeltaEvent, Progress, StatusEvent, StreamEvent } from "./events.js";
export type { ClientOptions, Options, SendOptions, WaitOptions } from "./transport.js";
export type { Link, Named, Source, UploadProgress } from "./uploads.js";
export { verifyWebhook } from "./webhooks.js";
/** The types of requests and responses, generated from the service's description. */
export type * as types from "./types.gen.js";
