/** The base class of all errors that this client throws. */
export class QuireError extends Error {
  override name = "QuireError";
}

/** There was no response: the service cannot be reached, or the connection broke. */
export class ConnectionFailed extends QuireError {
  override name = "ConnectionFailed";
}

/** A stream ended before its last event. The service keeps what it had written of an answer. */
export class StreamInterrupted extends ConnectionFailed {
  override name = "StreamInterrupted";
}

/** The time limit for waiting has passed. Processing continues. */
export class WaitTimeout extends QuireError {
  override name = "WaitTimeout";
}

/** A document could not be processed. The message says why. */
export class ProcessingFailed extends QuireError {
  override name = "ProcessingFailed";
}

/** The answer could not be written, according to the last event of its stream. */
export class AnswerFailed extends QuireError {
  override name = "AnswerFailed";
}

/** A webhook was not signed with any of the secrets, or was signed too long ago. */
export class SignatureInvalid extends QuireError {
  override name = "SignatureInvalid";
}

/** An invalid field of a request. */
export interface Problem {
  /** The location of the field, such as `["body", "accuracy"]`. */
  loc: string[];
  msg: string;
  type: string;
}

/** The details of a refusal besides its status and message. */
export interface Refusal {
  type: string;
  requestId: string | null;
  retryAfter: string | null;
  problems: Problem[];
}

/** The service refused a request. */
export class APIError extends QuireError {
  override name = "APIError";
  /** The status of the response. */
  readonly status: number;
  /** The kind of error, such as `not_found_error`. */
  readonly type: string;
  /** The id to find the request in the service's log. */
  readonly requestId: string | null;
  /** The header Retry-After, unchanged. */
  readonly retryAfter: string | null;
  /** The invalid fields. */
  readonly problems: Problem[];

  constructor(status: number, message: string, said: Refusal) {
    super(message);
    this.status = status;
    this.type = said.type;
    this.requestId = said.requestId;
    this.retryAfter = said.retryAfter;
    this.problems = said.problems;
  }
}

/** 400: the request as a whole is invalid. */
export class InvalidRequest extends APIError {
  override name = "InvalidRequest";
}

/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationFailed extends APIError {
  override name = "AuthenticationFailed";
}

/** 403: the key may not do this, or the account's storage is full. */
export class PermissionDenied extends APIError {
  override name = "PermissionDenied";
}

/** 404: the object does not exist, or belongs to another account. */
export class NotFound extends APIError {
  override name = "NotFound";
}

/** 409: the name is taken, or the object is not in a state that allows this. */
export class Conflict extends APIError {
  override name = "Conflict";
}

/** 413: the file or body is larger than the service accepts. */
export class TooLarge extends APIError {
  override name = "TooLarge";
}

/** 422: fields of the request are invalid. `problems` names them. */
export class ValidationFailed extends APIError {
  override name = "ValidationFailed";
}

/** 429: too many requests, or the pages for today are used up. */
export class RateLimited extends APIError {
  override name = "RateLimited";
}

/** 5xx: the service failed. */
export class ServerError extends APIError {
  override name = "ServerError";
}

/** 503: the service cannot reach something that it needs. */
export class Unavailable extends ServerError {
  override name = "Unavailable";
}

const byStatus: Record<number, typeof APIError> = {
  400: InvalidRequest,
  401: AuthenticationFailed,
  403: PermissionDenied,
  404: NotFound,
  409: Conflict,
  413: TooLarge,
  422: ValidationFailed,
  429: RateLimited,
  503: Unavailable,
};

/** Decodes the error in a response. */
export function refusal(status: number, headers: Headers, body: string): APIError {
  const kind = byStatus[status] ?? (status >= 500 ? ServerError : APIError);
  const said: Refusal = {
    type: "api_error",
    requestId: headers.get("X-Request-Id"),
    retryAfter: headers.get("Retry-After"),
    problems: [],
  };
  let message = `the service answered ${status}`;
  try {
    const { error, detail } = JSON.parse(body) as { error: { message: unknown; type: unknown }; detail?: unknown };
    message = String(error.message);
    said.type = String(error.type);
    said.problems = Array.isArray(detail) ? (detail as Problem[]) : [];
  } catch {
    // not an error of the service but, for instance, of a proxy in front of it
  }
  return new kind(status, message, said);
}
