import { Collections } from "./collections.js";
import type { StreamEvent } from "./events.js";
import { type Options, type SendOptions, answerTime, part } from "./transport.js";
import type { Answer, AnswerMessage, CitationEvidence, Feedback, Message, NewFeedback, Session } from "./types.gen.js";

/** An answer with its citations. A marker such as `[citation:1]` refers to the citation with the id 1. */
export interface QueryAnswer extends Answer {
  /** For queryEvidence. It is null for an answer that was stored under an idempotency key. */
  query_id: string | null;
}

/** Options of a question. */
export interface QuestionOptions extends SendOptions {
  /** The files to answer from. By default, all files of the collections. */
  file_ids?: string[];
}

/** Options of the next question in a conversation. */
export interface MessageOptions extends QuestionOptions {
  /** Permanently moves the conversation to other collections. */
  collection_ids?: string[];
}

/** The part of the client for questions and conversations. */
export class Chat extends Collections {
  /** Answers one question from collections. */
  async query(query: string, collectionIds: string[], options: QuestionOptions = {}): Promise<QueryAnswer> {
    const { idempotencyKey, signal, ...how } = options;
    const json = { query, collection_ids: collectionIds, ...how };
    const { headers, bytes } = await this.send("POST", "/query", { json, idempotencyKey, signal, patience: answerTime });
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as Answer), query_id: headers.get("X-Query-Id") };
  }

  /**
   * Yields the steps towards the answer, its words as they are written, and finally the answer itself, which is
   * authoritative.
   */
  streamQuery(query: string, collectionIds: string[], options: QuestionOptions = {}): AsyncGenerator<StreamEvent<QueryAnswer>, void, undefined> {
    const { idempotencyKey, signal, ...how } = options;
    const json = { query, collection_ids: collectionIds, ...how, stream: true };
    return this.answer<QueryAnswer>("/query", { json, idempotencyKey, signal }, (answer, headers) => {
      answer.query_id = headers.get("X-Query-Id");
    });
  }

  /** Returns the words that the citations of an answer quote, with their pages and boxes. */
  async queryEvidence(queryId: string, options: Options = {}): Promise<CitationEvidence[]> {
    return this.rows("GET", `/query/${part(queryId)}/evidence`, options);
  }

  /** Starts a conversation about collections. */
  async createSession(collectionIds: string[], options: SendOptions & { title?: string } = {}): Promise<Session> {
    const { title, ...how } = options;
    return this.read("POST", "/chat/sessions", { json: { collection_ids: collectionIds, title }, ...how });
  }

  /** Returns a conversation. */
  async getSession(id: string, options: Options = {}): Promise<Session> {
    return this.read("GET", `/chat/sessions/${part(id)}`, options);
  }

  /** Yields conversations, most recently changed first. */
  listSessions(options: Options & { search?: string; collection_id?: string } = {}): AsyncGenerator<Session, void, undefined> {
    return this.list("/chat/sessions", options);
  }

  /** Changes the title of a conversation. */
  async renameSession(id: string, title: string, options: Options = {}): Promise<Session> {
    return this.read("PATCH", `/chat/sessions/${part(id)}`, { json: { title }, ...options });
  }

  /** Deletes a conversation with its messages. */
  async deleteSession(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/chat/sessions/${part(id)}`, options);
  }

  /** Yields the messages of a conversation, oldest first. */
  listMessages(sessionId: string, options: Options = {}): AsyncGenerator<Message, void, undefined> {
    return this.list(messagesOf(sessionId), options);
  }

  /** Asks the next question in a conversation. */
  async sendMessage(sessionId: string, content: string, options: MessageOptions = {}): Promise<AnswerMessage> {
    const { idempotencyKey, signal, ...how } = options;
    return this.read("POST", messagesOf(sessionId), { json: { content, ...how }, idempotencyKey, signal, patience: answerTime });
  }

  /**
   * Yields the steps towards the answer, its words as they are written, and finally the answer itself, which is
   * authoritative.
   */
  streamMessage(sessionId: string, content: string, options: MessageOptions = {}): AsyncGenerator<StreamEvent<AnswerMessage>, void, undefined> {
    const { idempotencyKey, signal, ...how } = options;
    return this.answer<AnswerMessage>(messagesOf(sessionId), { json: { content, ...how, stream: true }, idempotencyKey, signal });
  }

  /** Returns the words that the citations of a message quote, with their pages and boxes. */
  async messageEvidence(sessionId: string, messageId: number, options: Options = {}): Promise<CitationEvidence[]> {
    return this.rows("GET", `${messagesOf(sessionId)}/${part(messageId)}/evidence`, options);
  }

  /** Rates an answer `up` or `down`. Together with the expected answer it becomes a case of an evaluation. */
  async giveFeedback(sessionId: string, messageId: number, feedback: NewFeedback, options: SendOptions = {}): Promise<Feedback> {
    return this.read("POST", feedbackOf(sessionId, messageId), { json: feedback, ...options });
  }

  /** Returns the feedback on an answer. */
  async getFeedback(sessionId: string, messageId: number, options: Options = {}): Promise<Feedback> {
    return this.read("GET", feedbackOf(sessionId, messageId), options);
  }

  /** Deletes the feedback on an answer. */
  async deleteFeedback(sessionId: string, messageId: number, options: Options = {}): Promise<void> {
    await this.send("DELETE", feedbackOf(sessionId, messageId), options);
  }
}

function messagesOf(sessionId: string): string {
  return `/chat/sessions/${part(sessionId)}/messages`;
}

function feedbackOf(sessionId: string, messageId: number): string {
  return `${messagesOf(sessionId)}/${part(messageId)}/feedback`;
}
