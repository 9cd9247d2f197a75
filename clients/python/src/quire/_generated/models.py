# Generated from api/openapi.yaml by make clients. Do not edit.

from __future__ import annotations

from dataclasses import dataclass
from datetime import date as date_aliased
from datetime import datetime
from typing import Any, Literal, TypeAlias


@dataclass(kw_only=True)
class AccountChange:
    plan: str
    """
    One of the plans of the service.
    """


AccountState: TypeAlias = Literal['active', 'suspended', 'deleting']


@dataclass(kw_only=True)
class AccountUse:
    account: str
    """
    Its name.
    """
    account_id: str
    credits: int
    """
    Only runs of extractors cost credits.
    """
    kind: Literal['conversion', 'extraction', 'file', 'question']
    pages: int
    runs: int
    """
    Documents converted, runs of extractors, files indexed, or questions answered.
    """


@dataclass(kw_only=True)
class AppliedDefinition:
    changed: bool
    """
    There is a new version, or would be.
    """
    dry_run: bool
    id: str | None
    """
    Null in a dry run of an extractor that does not exist.
    """
    slug: str
    version: int


@dataclass(kw_only=True)
class Counts:
    """
    The documents by their states.
    """

    completed: int
    deleted: int
    expired: int
    failed: int
    pending: int
    processing: int
    total: int


@dataclass(kw_only=True)
class Span:
    """
    A run of text in one style.
    """

    t: str
    bold: bool | None = None
    code: bool | None = None
    italic: bool | None = None
    link: str | None = None
    math: bool | None = None
    """
    The text is LaTeX.
    """
    note: str | None = None
    """
    The label of the footnote that is referred to.
    """
    strike: bool | None = None
    sub: bool | None = None
    sup: bool | None = None


@dataclass(kw_only=True)
class Box:
    """
    A rectangle on the page, in points; null where there is no geometry.
    """

    x0: float
    x1: float
    y0: float
    y1: float


@dataclass(kw_only=True)
class Citation:
    collection_id: str
    file_id: str
    filename: str
    id: str
    """
    Of the markers `[citation:id]` in the answer.
    """
    page_end: int
    page_start: int


Citations: TypeAlias = list[Citation]


CollectionIDs: TypeAlias = list[str]
"""
Which collections to search for answers.
"""


@dataclass(kw_only=True)
class CollectionName:
    name: str


CostType: TypeAlias = Literal['PER_PAGE', 'PER_DOCUMENT']


Count: TypeAlias = int
"""
The total number of matching rows, not the length of this page.
"""


@dataclass(kw_only=True)
class DayUse:
    credits: int
    """
    Only runs of extractors cost credits.
    """
    date: date_aliased
    kind: Literal['conversion', 'extraction', 'file', 'question']
    pages: int
    runs: int
    """
    Documents converted, runs of extractors, files indexed, or questions answered.
    """


@dataclass(kw_only=True)
class Deleted:
    deleted: Literal[True]
    id: str
    message: str


@dataclass(kw_only=True)
class DeletedSession:
    deleted: Literal[True]
    id: str


@dataclass(kw_only=True)
class Difference:
    got: Any
    """
    Null: no value.
    """
    path: str
    """
    A JSON pointer, such as `/line_items/0/amount`.
    """
    want: Any
    """
    Null: no value.
    """


@dataclass(kw_only=True)
class DocumentExtractor:
    cost_credits: int
    """
    Credits per page or document, as when the run was accepted.
    """
    cost_type: CostType
    id: str
    name: str
    slug: str


DocumentStatus: TypeAlias = Literal[
    'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'
]
"""
PENDING and PROCESSING are in flight; COMPLETED and FAILED are final. EXPIRED documents were COMPLETED, and their files are gone.
"""


@dataclass(kw_only=True)
class EndedExtractor:
    id: str
    name: str
    slug: str
    version: int


@dataclass(kw_only=True)
class ErrorObject:
    message: str
    """
    The problem in one line.
    """
    request_id: str
    type: Literal[
        'invalid_request_error',
        'authentication_error',
        'permission_error',
        'not_found_error',
        'conflict_error',
        'request_too_large',
        'validation_error',
        'rate_limit_error',
        'api_error',
        'overloaded_error',
    ]


@dataclass(kw_only=True)
class EvalChange:
    collection_ids: CollectionIDs | None = None
    name: str | None = None


@dataclass(kw_only=True)
class EvalInterval:
    high: float
    low: float


@dataclass(kw_only=True)
class Intervals:
    """
    95 % intervals of the means (Wilson), without those of means that are null. Absent: the run ended before there were any.
    """

    over_refused: EvalInterval | None = None
    page_f1: EvalInterval | None = None
    recall_at_10: EvalInterval | None = None
    refused: EvalInterval | None = None
    score: EvalInterval | None = None
    words_found: EvalInterval | None = None


@dataclass(kw_only=True)
class FoundItem:
    file: str
    page: int


EvalStatus: TypeAlias = Literal[
    'pending', 'running', 'completed', 'cancelled', 'failed'
]


@dataclass(kw_only=True)
class ExpectedFile:
    file: str
    """
    The file's path in its collection.
    """
    pages: list[int] | None = None
    """
    The pages that answer the question. None: any page of the file.
    """


@dataclass(kw_only=True)
class ExtractorNames:
    name: str | None = None
    slug: str | None = None
    """
    Unique among the active extractors of the account.
    """


FileIDs: TypeAlias = list[str] | None
"""
Search only these files.
"""


FileStatus: TypeAlias = Literal['pending', 'processing', 'ready', 'failed', 'stored']
"""
pending and processing are in flight; ready answers queries; failed has the reason in `last_error`; stored is kept without being indexed.
"""


@dataclass(kw_only=True)
class Option:
    box: Box | None
    chosen: bool
    value: str
    label: str | None = None


@dataclass(kw_only=True)
class FormField:
    box: Box | None
    kind: Literal['text', 'date', 'checkbox', 'radio', 'choice', 'signature']
    ticked: bool
    value: str
    label: str | None = None
    name: str | None = None
    options: list[Option] | None = None


@dataclass(kw_only=True)
class ImportedCases:
    created: int
    replaced: int


Masking: TypeAlias = list[str]
"""
The kinds of personal data that are masked; `phone:DE` also finds phone numbers of that country without its code.
"""


@dataclass(kw_only=True)
class NewAccount:
    name: str
    plan: str | None = None
    """
    One of the plans of the service; `default` unless given.
    """


@dataclass(kw_only=True)
class NewBatch:
    files: list[bytes]
    """
    Each one of {document_extensions}, up to 100 MB. Not accepted by the EU endpoint.
    """
    accuracy: Literal['lite', 'ultra'] | None = 'lite'
    callback_url: str | None = None
    """
    Where to send a webhook when the last document has ended. Must be `https` and public.
    """
    extractor_id: str | None = None
    """
    Run this extractor instead of converting to Markdown.
    """
    mask: str | None = None
    """
    Personal data to mask: `email`, `phone`, `iban`, `card`, `national`, joined by commas, or `all`.
    """
    mask_region: str | None = None
    """
    The country whose phone numbers are also masked without a country code, as two letters.
    """
    page_separator: bool | None = True
    skip_images: bool | None = False


@dataclass(kw_only=True)
class NewBatchByURLs:
    urls: list[str]
    """
    Where to fetch the documents from, over http or https.
    """
    accuracy: Literal['lite', 'ultra'] | None = 'lite'
    callback_url: str | None = None
    extractor_id: str | None = None
    mask: str | None = None
    """
    Personal data to mask: `email`, `phone`, `iban`, `card`, `national`, joined by commas, or `all`.
    """
    mask_region: str | None = None
    """
    The country whose phone numbers are also masked without a country code, as two letters.
    """
    page_separator: bool | None = True
    skip_images: bool | None = False


@dataclass(kw_only=True)
class NewBatchOfFiles:
    file_ids: list[str]
    """
    Files of collections.
    """
    accuracy: Literal['lite', 'ultra'] | None = 'lite'
    callback_url: str | None = None
    extractor_id: str | None = None
    mask: str | None = None
    """
    Personal data to mask: `email`, `phone`, `iban`, `card`, `national`, joined by commas, or `all`.
    """
    mask_region: str | None = None
    """
    The country whose phone numbers are also masked without a country code, as two letters.
    """
    page_separator: bool | None = True
    skip_images: bool | None = False


@dataclass(kw_only=True)
class NewDefinitionTest:
    document_ids: list[str] | None = None
    """
    Converted documents. Absent: all samples.
    """
    source: str | None = None
    """
    The draft, in YAML or JSON. Absent: the stored definition.
    """


@dataclass(kw_only=True)
class NewEval:
    collection_ids: CollectionIDs
    name: str


@dataclass(kw_only=True)
class NewEvalCase:
    """
    A case without expectations is asked and shown, but not scored.
    """

    question: str
    expected: list[ExpectedFile] | None = None
    """
    Files and pages that the answer should cite.
    """
    files: list[str] | None = None
    """
    Paths of the files to search. None: all.
    """
    key: str | None = None
    """
    Identifies the case in its evaluation, over imports and runs. Absent: derived from the question and the files.
    """
    note: str | None = None
    refused: bool | None = None
    """
    The collections do not answer the question, and the answer should say so. Then nothing else is expected.
    """
    words: list[str] | None = None
    """
    The words that the answer should contain, regardless of case and spacing.
    """


@dataclass(kw_only=True)
class NewEvalRun:
    note: str | None = None


@dataclass(kw_only=True)
class NewFeedback:
    rating: Literal['up', 'down']
    comment: str | None = None
    eval_id: str | None = None
    """
    The evaluation whose case it becomes.
    """
    expected: list[ExpectedFile] | None = None
    """
    Files and pages that should have been cited.
    """
    refused: bool | None = None
    """
    The answer should have said that the collections do not answer the question.
    """
    words: list[str] | None = None
    """
    The words that the answer should have contained.
    """


@dataclass(kw_only=True)
class NewHold:
    reason: str
    """
    Why, such as the number of a case.
    """


@dataclass(kw_only=True)
class NewMasking:
    mask: str
    """
    Kinds joined by commas: `email`, `phone`, `iban`, `card`, `national`, or `all`. Empty: nothing is masked.
    """
    mask_region: str | None = None
    """
    The country whose phone numbers are also masked without a country code, as two letters.
    """


@dataclass(kw_only=True)
class NewMessage:
    content: str
    collection_ids: CollectionIDs | None = None
    """
    Moves the session to these collections permanently.
    """
    file_ids: FileIDs | None = None
    stream: bool | None = None
    """
    False if it is left out.
    """


@dataclass(kw_only=True)
class NewSession:
    collection_ids: CollectionIDs
    title: str | None = None
    """
    If omitted, it is chosen after the first exchange.
    """


@dataclass(kw_only=True)
class NewSourceRun:
    dry_run: bool | None = False
    """
    Change nothing, and log what would be done.
    """


@dataclass(kw_only=True)
class PageHead:
    angle: float
    """
    The direction in which the lines of a scan run on the upright page, in degrees clockwise; 0 for level lines.
    """
    confidence: float | None
    """
    The mean confidence of the words read by OCR; null if there are none.
    """
    coverage: float | None
    """
    The share of the page's words contained in its blocks; null if it was not measured.
    """
    height: float | None
    image_url: str | None
    """
    A signed link to the picture of the page; null for formats whose pages cannot be drawn. Add `width` for another size.
    """
    notes: list[str]
    """
    Warnings of the conversion.
    """
    number: int
    source: Literal['text', 'ocr', 'mixed', 'vision'] | None
    """
    Where the text comes from: the document itself, OCR, both, or a vision model.
    """
    turned: Literal[0, 90, 180, 270]
    """
    The degrees clockwise by which the page of the file was turned so that its lines run from left to right. Sizes, boxes and the picture are those of the turned page.
    """
    unread: str | None
    """
    Why the page could not be read; null if it was.
    """
    width: float | None
    """
    In points; null for formats without geometry.
    """


Permissions: TypeAlias = list[Literal['read', 'write', 'admin', 'operator', 'unmask']]
"""
`read`: read stored data and ask questions; `write`: change stored data; `admin`: manage the account itself; `operator`: manage all accounts; `unmask`: see the originals of masked documents and files.
"""


@dataclass(kw_only=True)
class Place:
    boxes: list[Box | None]
    """
    One for each line, in points.
    """
    page: int


Places: TypeAlias = list[Place]
"""
The places of words, one entry for each page. There are no boxes for formats without geometry, for words that were not found on the page, and for documents converted before pages were kept.
"""


@dataclass(kw_only=True)
class Quota:
    allowed: int | None
    """
    null: any number.
    """
    used: int


@dataclass(kw_only=True)
class Quotas:
    """
    The limits of the plan for storage and conversion. Once a storage limit is reached, requests that would add to it
    get 403; once the pages of a day are used up, new documents and files get 429 with `Retry-After`. Deleting frees space
    immediately, but gives no pages back.

    """

    collections: Quota
    files_per_collection: Quota
    """
    `used` is the number in the fullest collection.
    """
    keys: Quota
    """
    API keys that have not been revoked.
    """
    pages_per_day: Quota
    """
    Pages converted since 00:00 UTC. Anything in processing counts as one page until its page count is known.
    """
    sessions: Quota
    stored_bytes: Quota
    """
    Originals and outputs of documents, and of every version of every file.
    """


@dataclass(kw_only=True)
class Retention:
    days: int | None
    """
    null keeps the files.
    """


@dataclass(kw_only=True)
class Change:
    after: str | float | bool | None
    before: str | float | bool | None
    name: str


@dataclass(kw_only=True)
class Said:
    content: str
    role: Literal['user', 'assistant']


@dataclass(kw_only=True)
class Search:
    collection_ids: CollectionIDs
    query: str
    file_ids: FileIDs | None = None
    limit: int | None = None
    """
    10 if it is left out.
    """


@dataclass(kw_only=True)
class SessionTitle:
    title: str


Share: TypeAlias = float | None
"""
Null: nothing of the kind is expected.
"""


SourceAction: TypeAlias = Literal['added', 'changed', 'deleted', 'kept', 'failed']
"""
A file is kept if the source did not add it, or if somebody has changed it since. The next run tries failed items again.
"""


SourceKind: TypeAlias = Literal['folder', 's3', 'webdav', 'imap']


@dataclass(kw_only=True)
class SourceResume:
    allow_deletions: bool | None = False
    """
    Let this run delete even if the source has lost most of its items.
    """


@dataclass(kw_only=True)
class Counts1:
    """
    The entries of the log by their actions.
    """

    added: int
    changed: int
    deleted: int
    failed: int
    kept: int


@dataclass(kw_only=True)
class SourceSettings:
    """
    The location of a source. Its kind determines which fields are set.
    """

    access_key_id: str | None = None
    """
    For S3, the id of the key whose secret key is in `secret`. Without it, the bucket is read anonymously.
    """
    bucket: str | None = None
    """
    For S3, the name of the bucket.
    """
    endpoint: str | None = None
    """
    For S3, the address of a compatible store. Defaults to AWS.
    """
    mailbox: str | None = None
    """
    For IMAP, the mailbox to read, such as `Archive/2026`. Defaults to `INBOX`.
    """
    path: str | None = None
    """
    For a folder, its path on the machines of the service, in a directory that the operator has allowed. Names that begin with a dot and links are skipped.
    """
    prefix: str | None = None
    """
    For S3, the prefix of the keys to read. It is left out of the paths of the files.
    """
    region: str | None = None
    """
    For S3, the region.
    """
    url: str | None = None
    """
    For WebDAV, the address of the folder. For IMAP, the address of the server: `imaps://mail.example.org` for TLS or `imap://…` for STARTTLS.
    """
    username: str | None = None
    """
    For WebDAV and IMAP, the user whose password is in `secret`.
    """


Timestamp: TypeAlias = datetime


TimestampOrNull: TypeAlias = datetime | None


@dataclass(kw_only=True)
class UsageDay:
    credits: int
    date: date_aliased
    kind: str
    """
    `extraction` for extractor runs.
    """
    runs: int
    units: int
    """
    Pages or documents, depending on how the extractors are charged.
    """


@dataclass(kw_only=True)
class Vectors:
    """
    The progress of search by meaning. A ready file can be found by its words at once; its passages then get vectors in the background. null while it can be found by its words alone: it is not ready or still waiting, or there is no embedding model.
    """

    done: int
    """
    Passages that have a vector, or that the model refuses.
    """
    error: str | None
    """
    Why the next passages have no vectors yet, in words for people. The service keeps trying.
    """
    total: int
    """
    Passages of the version that answers queries.
    """


Verdict: TypeAlias = Literal[
    'worse', 'better', 'changed', 'added', 'removed', 'unscored', 'same'
]
"""
`changed`: the case itself has changed, so its scores cannot be compared. `unscored`: nothing is expected, or the case has no result in one of the runs.
"""


@dataclass(kw_only=True)
class Version:
    created_at: Timestamp
    is_current: bool
    """
    The version that answers queries or, if none does, the newest.
    """
    page_count: int | None
    sha256: str
    source_file_size: int
    status: FileStatus
    version: int


@dataclass(kw_only=True)
class WebhookSecret:
    created_at: Timestamp
    expires_at: TimestampOrNull
    """
    When it stops signing. Null for the newest one.
    """
    secret: str


@dataclass(kw_only=True)
class Word:
    """
    A word as the page shows it. A word that is not in the text of its block, such as the marker of a list item, has neither start nor end.
    """

    box: Box | None
    text: str
    confidence: float | None = None
    """
    The confidence of OCR; absent for text that was not read by OCR.
    """
    end: int | None = None
    markdown_end: int | None = None
    markdown_start: int | None = None
    """
    Where the word begins in its block's markdown, in characters.
    """
    start: int | None = None
    """
    Where the word begins in its block's text, in characters.
    """


@dataclass(kw_only=True)
class Answer:
    answer: str
    """
    Markdown with markers `[citation:id]`.
    """
    citations: Citations


@dataclass(kw_only=True)
class AnswerMessage:
    answer: str
    citations: Citations
    id: int
    session_id: str


@dataclass(kw_only=True)
class AuditEntry:
    action: str
    """
    Like `key.create`: the part before the dot names the kind of object.
    """
    actor: str
    """
    The displayable part of the key, the person who was logged in, or the operator.
    """
    at: Timestamp
    id: int
    ip: str
    key_id: str | None
    """
    The key that was used. Null if there was none.
    """
    object_id: str
    request_id: str


@dataclass(kw_only=True)
class Batch:
    callback_url: str | None
    cancelled_at: TimestampOrNull
    """
    When it was cancelled.
    """
    counts: Counts
    """
    The documents by their states.
    """
    created_at: Timestamp
    finished_at: TimestampOrNull
    """
    When its last document ended.
    """
    id: str
    status: Literal['PROCESSING', 'CANCELLING', 'COMPLETED', 'CANCELLED']
    """
    COMPLETED and CANCELLED are final. A batch is COMPLETED when all its documents have ended, even if some FAILED.
    """


@dataclass(kw_only=True)
class BatchEnded:
    batch_id: str
    counts: dict[str, int]
    """
    The number of documents that ended in each state. Deleted ones do not count.
    """
    created_at: Timestamp
    finished_at: Timestamp
    size: int
    status: Literal['COMPLETED', 'CANCELLED']


@dataclass(kw_only=True)
class BatchResult:
    """
    A line of a batch's results.
    """

    document_id: str
    error: str | None
    file_name: str
    output_type: str | None
    """
    The media type of the output; null without one.
    """
    page_count: int | None
    position: int
    """
    In the order in which they were sent.
    """
    status: DocumentStatus
    output: str | None = None
    """
    As JSON lines, the output.
    """
    output_file: str | None = None
    """
    In an archive, the name of the output.
    """


@dataclass(kw_only=True)
class Chunk:
    """
    A passage of about 200 words, split as for collections; up to 50 of them repeat the end of the previous passage.
    """

    columns: str | None
    """
    The header rows of the table that the text continues, unless the text contains them.
    """
    headings: list[str]
    """
    The headings above its beginning and those at its beginning, outermost first.
    """
    kind: Literal['text', 'table']
    """
    `table` if most of its words are in tables.
    """
    number: int
    """
    The position in the document.
    """
    page_end: int
    page_start: int
    places: list[Place]
    """
    The places of the blocks and table rows that the text comes from, one entry for each page.
    """
    text: str
    """
    The document's own text, cells separated by tabs and rows by newlines.
    """


@dataclass(kw_only=True)
class Chunks:
    """
    With `format=chunks`.
    """

    count: int
    """
    The number of passages.
    """
    data: list[Chunk]
    """
    One line each.
    """


@dataclass(kw_only=True)
class Quote:
    places: Places
    text: str
    """
    The words of the file.
    """


@dataclass(kw_only=True)
class CitationEvidence:
    collection_id: str
    file_id: str
    filename: str
    id: str
    """
    That of the citation.
    """
    page_end: int
    page_start: int
    places: Places
    quotes: list[Quote]
    version: int | None
    """
    The version of the file that was quoted; null if it is not known.
    """


@dataclass(kw_only=True)
class CollectionSearch:
    query: str
    file_ids: FileIDs | None = None
    limit: int | None = None
    """
    10 if it is left out.
    """


@dataclass(kw_only=True)
class ComparedCase:
    """
    Null if the run does not have the case.
    """

    error: str | None
    latency_ms: int | None
    number: int
    page_f1: Share
    recall_at_10: Share
    score: Share
    status: Literal['pending', 'done', 'failed']
    was_refused: bool | None
    words_found: Share


@dataclass(kw_only=True)
class CreatedKey:
    collection_ids: list[str] | None
    """
    The collections that the key is limited to. Null for a key of the whole account.
    """
    created_at: Timestamp
    display: str
    """
    The displayable part of the key.
    """
    expires_at: TimestampOrNull
    extractor_ids: list[str] | None
    """
    The extractors that the key is limited to. Null for a key of the whole account.
    """
    id: str
    key: str
    """
    The key itself, shown only this once.
    """
    last_used_at: TimestampOrNull
    name: str
    permissions: Permissions
    revoked_at: TimestampOrNull


@dataclass(kw_only=True)
class EvidenceItem:
    page: int | None
    path: str
    places: Places
    """
    Empty for values after the first 200.
    """
    quote: str
    value: Any
    verified: bool


@dataclass(kw_only=True)
class DefinitionTestResult:
    broken: list[Difference] | None
    """
    The differences between the result and the sample's expected values. Null if the document is not a sample.
    """
    changes: list[Difference]
    """
    The differences between the draft and the stored version, whose value is `want`.
    """
    document_id: str
    error: str | None
    """
    Why it was not run.
    """
    evidence: list[EvidenceItem]
    file_name: str
    missing: list[str]
    """
    Required values that are missing: a run would fail.
    """
    value: dict[str, Any] | None
    """
    The output.
    """
    warnings: list[str]


@dataclass(kw_only=True)
class DefinitionVersion:
    cost_credits: int
    cost_type: Literal['PER_PAGE', 'PER_DOCUMENT']
    created_at: Timestamp
    version: int


@dataclass(kw_only=True)
class Attempt:
    at: Timestamp
    duration_ms: int | None
    error: str | None
    """
    Why there was no response, or none that counts.
    """
    number: int
    response: str | None
    """
    The first 4 KB of the response, if it is UTF-8 text. Kept for the last 20 attempts.
    """
    response_cut: bool
    """
    The response is longer.
    """
    response_status: int | None
    """
    Null if there was no response.
    """


@dataclass(kw_only=True)
class Delivery:
    attempts: list[Attempt]
    body: str
    """
    The signed body: JSON, the same bytes in every attempt.
    """
    created_at: Timestamp
    id: str
    """
    With `msg_` before it, the `webhook-id` of every attempt.
    """
    status: Literal['pending', 'delivered', 'exhausted']
    url: str
    """
    Where it is sent.
    """


@dataclass(kw_only=True)
class DocumentEnded:
    accuracy: Literal['lite', 'ultra'] | None
    created_at: Timestamp
    document_id: str
    error: str | None
    """
    Null when COMPLETED.
    """
    file_name: str
    output_file_url: str | None
    """
    Signed link. Null when FAILED.
    """
    page_count: int | None
    status: Literal['COMPLETED', 'FAILED']
    extractor: EndedExtractor | None = None
    """
    Present when an extractor was used.
    """


@dataclass(kw_only=True)
class DocumentFields:
    accuracy: Literal['lite', 'ultra'] | None
    """
    Null when an extractor was used.
    """
    completed_at: TimestampOrNull
    """
    When the document ended.
    """
    created_at: Timestamp
    error: str | None
    """
    Why the document FAILED, in words for people: it is damaged or protected, it exceeds a limit, its URL cannot be fetched, or it takes far more processing than its size warrants.
    """
    expires_at: TimestampOrNull
    """
    When the files of a COMPLETED document are removed. Null if they are kept.
    """
    extractor_id: str | None
    file_name: str
    """
    The name under which it was uploaded.
    """
    file_size: int
    """
    Bytes. 0 until a URL has been fetched.
    """
    id: str
    page_count: int | None
    """
    Null until known.
    """
    status: DocumentStatus
    extractor: DocumentExtractor | None = None
    """
    Present when an extractor was used.
    """
    masking: Masking | None = None
    """
    Left out where nothing is masked.
    """


@dataclass(kw_only=True)
class DocumentSummary(DocumentFields):
    """
    A document without its download links.
    """


@dataclass(kw_only=True)
class Eval:
    case_count: int
    collection_ids: CollectionIDs
    """
    The collections that are searched. A deleted one leaves the list, and an evaluation without any goes with its last.
    """
    created_at: Timestamp
    id: str
    name: str
    run_count: int
    """
    How many runs were begun.
    """
    updated_at: Timestamp


@dataclass(kw_only=True)
class EvalCase:
    created_at: Timestamp
    expected: list[ExpectedFile]
    files: list[str]
    id: str
    key: str
    note: str
    question: str
    refused: bool
    updated_at: Timestamp
    words: list[str]


@dataclass(kw_only=True)
class EvalMetrics:
    """
    Means over the cases that expect something of this kind; a case without an answer counts as 0.
    """

    cases: int
    completion_tokens: int
    done: int
    """
    Cases that have a result.
    """
    failed: int
    """
    Cases without an answer.
    """
    latency_ms_p50: int | None
    latency_ms_p95: int | None
    over_refused: float | None
    """
    The share of questions that were refused, among those that have an answer.
    """
    page_f1: Share
    prompt_tokens: int
    recall_at_10: Share
    refused: float | None
    """
    The share of questions that were refused, among those that should be.
    """
    score: Share
    words_found: Share
    intervals: Intervals | None = None
    """
    95 % intervals of the means (Wilson), without those of means that are null. Absent: the run ended before there were any.
    """


@dataclass(kw_only=True)
class EvalResult:
    answer: str
    citations: list[Citation]
    completion_tokens: int
    error: str | None
    """
    Why there is no answer.
    """
    expected: list[ExpectedFile]
    files: list[str]
    found: list[FoundItem]
    """
    The pages that the search found, best first.
    """
    key: str
    latency_ms: int | None
    """
    From the question to the end of its answer.
    """
    number: int
    """
    Counts the cases of the run.
    """
    page_f1: float | None
    """
    Of the cited and the expected pages: 2 × common / (cited + expected).
    """
    prompt_tokens: int
    query_id: str | None
    """
    Names the answer in `GET /query/{query_id}/evidence`.
    """
    question: str
    recall_at_10: float | None
    """
    The share of the expected pages among the first ten that the search found.
    """
    refused: bool
    """
    Whether the question should have been refused.
    """
    score: float | None
    """
    The mean of page_f1 and words_found; 1 or 0 for a question that should be refused, and 0 for any other one that was refused. Null: the case expects nothing.
    """
    status: Literal['pending', 'done', 'failed']
    was_refused: bool | None
    """
    Whether the answer said that the collections do not answer the question. Null: there is no answer.
    """
    words: list[str]
    words_found: Share


@dataclass(kw_only=True)
class EvalRun:
    collection_ids: CollectionIDs
    configuration: dict[str, str | float | bool]
    """
    The configuration that answers: the versions, models and weights of the service. Empty until the run begins.
    """
    content: dict[str, int]
    """
    The content of the collections when the run began: `files`, `passages`, and those `with_vectors`.
    """
    created_at: Timestamp
    done: int
    """
    Cases that have a result.
    """
    error: str | None
    """
    Why it failed.
    """
    eval_id: str
    fingerprint: str
    """
    Equal for equal configurations.
    """
    finished_at: Timestamp | None
    id: str
    metrics: EvalMetrics | None
    """
    Null until the run has ended.
    """
    note: str
    number: int
    """
    Counts the runs of the evaluation.
    """
    started_at: Timestamp | None
    status: EvalStatus
    total: int


@dataclass(kw_only=True)
class Evidence:
    page: int | None
    """
    1-based; null when the location is unknown.
    """
    path: str
    """
    The place of the value in the output, as a JSON pointer.
    """
    places: Places
    quote: str
    """
    The words of the page that the value was read from.
    """
    value: str | float | bool
    """
    The value.
    """
    verified: bool
    """
    The quote appears on the page, and the value can be read from it.
    """


@dataclass(kw_only=True)
class Export:
    created_at: Timestamp
    error: str | None
    """
    Why it failed.
    """
    expires_at: TimestampOrNull
    """
    When it is removed.
    """
    files: int | None
    """
    The number of files in the archive, originals and results.
    """
    finished_at: TimestampOrNull
    """
    When it ended.
    """
    id: str
    rows: int | None
    """
    The number of table rows in the archive.
    """
    size: int | None
    """
    The size of the archive, in bytes. Null until it is completed, like the other numbers.
    """
    status: Literal['pending', 'running', 'completed', 'failed']


@dataclass(kw_only=True)
class Extractor:
    cost_credits: int
    """
    Credits per page or document.
    """
    cost_type: CostType
    created_at: Timestamp
    description: str | None
    id: str
    name: str
    origin: Literal['own', 'catalog']
    """
    The catalog's extractors cannot be changed.
    """
    slug: str
    version: int
    """
    The version currently used by runs.
    """


@dataclass(kw_only=True)
class ExtractorDefinition:
    cost_credits: int
    cost_type: Literal['PER_PAGE', 'PER_DOCUMENT']
    created_at: Timestamp
    definition: dict[str, Any]
    """
    The same as JSON.
    """
    description: str | None
    id: str
    name: str
    origin: Literal['own', 'catalog']
    slug: str
    source: str
    """
    The definition as it was applied.
    """
    version: int


@dataclass(kw_only=True)
class Feedback:
    case_id: str | None
    comment: str
    created_at: Timestamp
    eval_id: str | None
    """
    The evaluation whose case it is. Null if that was deleted.
    """
    message_id: int
    rating: Literal['up', 'down']
    updated_at: Timestamp


@dataclass(kw_only=True)
class FileFields:
    created_at: Timestamp
    filename: str
    """
    The last segment of the path.
    """
    id: str
    indexed_at: TimestampOrNull
    """
    When a version last became ready.
    """
    last_error: str | None
    """
    Why it failed, in words for people.
    """
    page_count: int | None
    path: str
    source_file_size: int
    """
    Bytes of the newest version.
    """
    status: FileStatus
    updated_at: Timestamp
    vectors: Vectors | None
    version: int
    """
    The newest.
    """
    sha256: str | None = None
    """
    Of the bytes of the newest version; only in lists that ask for `hashes`.
    """


@dataclass(kw_only=True)
class FileWithLinks(FileFields):
    """
    A file.
    """

    collection_id: str
    file_url: str
    """
    Signed link to the newest version as it was uploaded.
    """
    output_file_url: str | None
    """
    Signed link to its Markdown. Null until it exists.
    """


@dataclass(kw_only=True)
class FoundPassage:
    collection_id: str
    columns: str | None
    """
    The header rows of the table that the text continues.
    """
    file_id: str
    filename: str
    header: str
    """
    The context of the passage: words of the name, the title, the beginning of the document, and the headings above it, each on a line.
    """
    kind: Literal['text', 'table']
    page_end: int
    page_start: int
    path: str
    """
    The logical path in the collection.
    """
    places: Places
    score: float
    """
    How well the passage matches; comparable only within one response.
    """
    text: str
    """
    The words of the file.
    """
    version: int


@dataclass(kw_only=True)
class FoundPassages:
    count: Count
    data: list[FoundPassage]


@dataclass(kw_only=True)
class HoldOrNull:
    """
    A legal hold, which prevents every deletion; null if there is none.
    """

    reason: str
    since: Timestamp


@dataclass(kw_only=True)
class Key:
    collection_ids: list[str] | None
    """
    The collections that the key is limited to. Null for a key of the whole account.
    """
    created_at: Timestamp
    display: str
    """
    The displayable part of the key.
    """
    expires_at: TimestampOrNull
    extractor_ids: list[str] | None
    """
    The extractors that the key is limited to. Null for a key of the whole account.
    """
    id: str
    last_used_at: TimestampOrNull
    name: str
    permissions: Permissions
    revoked_at: TimestampOrNull


@dataclass(kw_only=True)
class ManagedAccount:
    created_at: Timestamp
    hold: HoldOrNull | None
    id: str
    name: str
    plan: str
    """
    The name of the plan.
    """
    state: AccountState
    suspended_at: TimestampOrNull


@dataclass(kw_only=True)
class ManagedAccountDetail:
    created_at: Timestamp
    documents_at_once: int | None
    """
    How many are processed at once, while any others wait. null: any number.
    """
    hold: HoldOrNull | None
    id: str
    name: str
    plan: str
    """
    The name of the plan.
    """
    quotas: Quotas
    requests_per_minute: int | None
    """
    null: any number.
    """
    state: AccountState
    suspended_at: TimestampOrNull
    uploads_per_minute: int | None
    """
    null: any number.
    """


@dataclass(kw_only=True)
class Message:
    citations: Citations
    content: str
    created_at: Timestamp
    id: int
    role: Literal['user', 'assistant']
    session_id: str
    status: Literal['complete', 'streaming', 'partial', 'failed']
    answer: str | None = None
    """
    Same as `content`; only for the assistant.
    """


@dataclass(kw_only=True)
class NewKey:
    name: str
    """
    A name by which to recognise the key.
    """
    collection_ids: list[str] | None = None
    """
    Limits the key to these collections, with their files and conversations. A key with this list or `extractor_ids` reaches nothing else in the account and cannot have the permission `admin`.

    """
    expires_at: str | None = None
    """
    When the key ends; a date alone means its end, in UTC. Absent: never.
    """
    extractor_ids: list[str] | None = None
    """
    Limits the key to these extractors, with the documents of their runs.
    """
    permissions: Permissions | None = None
    """
    `read` and `write` unless given.
    """


@dataclass(kw_only=True)
class NewSource:
    collection_id: str
    kind: SourceKind
    name: str
    settings: SourceSettings
    add_only: bool | None = False
    """
    Delete nothing.
    """
    every_minutes: int | None = 60
    """
    The time between the starts of two runs.
    """
    exclude: list[str] | None = None
    """
    Patterns such as `*.pdf` or `letters/**`. A pattern with a slash matches whole paths, any other matches names; case does not matter. Matching files, and everything in matching folders, are not mirrored.
    """
    include: list[str] | None = None
    """
    Patterns such as `*.pdf` or `letters/**`. A pattern with a slash matches whole paths, any other matches names; case does not matter. If there are any, only files that match one of them are mirrored.
    """
    preview: bool | None = True
    """
    Make the first run a dry run, and then pause.
    """
    rate: int | None = 0
    """
    The maximum number of items read per minute; 0 means no limit.
    """
    secret: str | None = None
    """
    The password or secret key with which the source logs in. It is stored encrypted and never shown.
    """


@dataclass(kw_only=True)
class Query:
    collection_ids: CollectionIDs
    query: str
    file_ids: FileIDs | None = None
    history: list[Said] | None = None
    """
    The conversation so far, oldest first, for clients that keep their own conversations. It is used to understand follow-up questions.
    """
    stream: bool | None = None
    """
    False if it is left out.
    """


@dataclass(kw_only=True)
class Datum1:
    after: ComparedCase | None
    before: ComparedCase | None
    key: str
    question: str
    """
    Its first 300 characters.
    """
    verdict: Verdict


@dataclass(kw_only=True)
class RunComparison:
    after: EvalRun
    before: EvalRun
    changes: list[Change]
    """
    The differences in the configuration and in the content that was searched.
    """
    count: Count
    data: list[Datum1]
    verdicts: dict[str, int]
    """
    The number of cases with each verdict.
    """


@dataclass(kw_only=True)
class Sample:
    created_at: Timestamp
    document_id: str
    expected: dict[str, Any]
    file_name: str
    updated_at: Timestamp


@dataclass(kw_only=True)
class ServiceAuditEntry:
    account_id: str | None
    """
    Null if what was done concerns no account.
    """
    action: str
    """
    Like `key.create`: the part before the dot names the kind of object.
    """
    actor: str
    """
    The displayable part of the key, the person who was logged in, or the operator.
    """
    at: Timestamp
    id: int
    ip: str
    key_id: str | None
    """
    The key that was used. Null if there was none.
    """
    object_id: str
    request_id: str


@dataclass(kw_only=True)
class Session:
    collection_ids: CollectionIDs
    created_at: Timestamp
    id: str
    title: str
    updated_at: Timestamp


@dataclass(kw_only=True)
class Source:
    add_only: bool
    collection_id: str
    created_at: Timestamp
    every_minutes: int
    exclude: list[str]
    has_secret: bool
    """
    Whether it logs in with a secret.
    """
    id: str
    include: list[str]
    kind: SourceKind
    name: str
    next_run_at: TimestampOrNull
    """
    Null while it is paused.
    """
    pause_reason: str | None
    """
    Why, and what to do about it.
    """
    paused_at: TimestampOrNull
    """
    The time since which no run starts.
    """
    rate: int
    settings: SourceSettings
    updated_at: Timestamp


@dataclass(kw_only=True)
class SourceChange:
    add_only: bool | None = None
    every_minutes: int | None = None
    exclude: list[str] | None = None
    include: list[str] | None = None
    """
    Files that no longer match are deleted from the collection, as if they were gone.
    """
    name: str | None = None
    rate: int | None = None
    secret: str | None = None
    """
    The password or secret key with which the source logs in. It is stored encrypted and never shown. It has to be sent again when the settings change.
    """
    settings: SourceSettings | None = None


@dataclass(kw_only=True)
class SourceLogEntry:
    action: SourceAction
    at: Timestamp
    detail: str
    """
    Why an item was kept or failed; otherwise empty.
    """
    file_id: str | None
    """
    The current file of the item in the collection, or null if there is none.
    """
    path: str


@dataclass(kw_only=True)
class SourceRun:
    counts: Counts1
    """
    The entries of the log by their actions.
    """
    created_at: Timestamp
    dry_run: bool
    error: str | None
    """
    Why it failed or was stopped; for a dry run, why a real one would be.
    """
    finished_at: TimestampOrNull
    id: str
    listed: int
    """
    Items that were listed so far.
    """
    number: int
    source_id: str
    status: Literal['running', 'completed', 'failed', 'stopped']
    """
    All but running are final. A stopped run was ended by a person, or because the source looked broken.
    """


@dataclass(kw_only=True)
class Account:
    created_at: Timestamp
    documents_at_once: int | None
    """
    How many are processed at once, while any others wait. null: any number.
    """
    hold: HoldOrNull | None
    id: str
    name: str
    plan: str
    """
    The name of the plan.
    """
    quotas: Quotas
    requests_per_minute: int | None
    """
    null: any number.
    """
    uploads_per_minute: int | None
    """
    null: any number.
    """
    masking: Masking | None = None
    """
    Left out where nothing is masked.
    """


@dataclass(kw_only=True)
class Collection:
    created_at: Timestamp
    file_count: int
    id: str
    name: str
    total_size: int
    """
    Bytes of the newest versions of its files.
    """
    updated_at: Timestamp
    hold: HoldOrNull | None = None
    masking: Masking | None = None
    """
    Left out where nothing is masked.
    """
    retention_days: int | None = None
    """
    The number of days after which files are deleted. If absent, files are kept.
    """


@dataclass(kw_only=True)
class CreatedAccount:
    created_at: Timestamp
    hold: HoldOrNull | None
    id: str
    key: str
    """
    A key that may do everything in the account, shown only this once.
    """
    name: str
    plan: str
    """
    The name of the plan.
    """
    state: AccountState
    suspended_at: TimestampOrNull
    webhook_secret: str
    """
    The secret that signs its webhooks.
    """


@dataclass(kw_only=True)
class DefinitionTest:
    broken: int
    """
    Documents that were not run, or whose result is not the expected one.
    """
    count: Count
    data: list[DefinitionTestResult]


@dataclass(kw_only=True)
class Document(DocumentFields):
    """
    A document.
    """

    file_url: str | None
    """
    Signed link to the original. Null unless COMPLETED. Where personal data is masked, the request must also carry a key with the permission `unmask`.
    """
    output_file_name: str | None
    """
    Null unless COMPLETED.
    """
    output_file_url: str | None
    """
    Signed link to the output. Null unless COMPLETED.
    """
    download_url: str | None = None
    """
    The same as `output_file_url`, for documents that were sent as `files`; otherwise absent.
    """


@dataclass(kw_only=True)
class File(FileFields):
    """
    A file without its download links.
    """


@dataclass(kw_only=True)
class Row:
    cells: list[Cell]


@dataclass(kw_only=True)
class Table:
    columns: int
    rows: list[Row]
    header_rows: int | None = None


@dataclass(kw_only=True)
class Block:
    box: Box | None
    kind: Literal[
        'paragraph',
        'heading',
        'list_item',
        'table',
        'picture',
        'caption',
        'quote',
        'code',
        'formula',
        'footnote',
        'page_head',
        'page_foot',
        'note',
        'markdown',
    ]
    markdown: str
    """
    The same text as GitHub-flavoured Markdown.
    """
    text: str
    """
    Plain text. A table's cells are separated by tabs, its rows by newlines.
    """
    alt: str | None = None
    """
    A picture's alternative text.
    """
    continues: bool | None = None
    """
    The block goes on from the last one of its kind.
    """
    level: int | None = None
    """
    1 to 6 for a heading; the depth, from 0, of a list item.
    """
    marker: str | None = None
    """
    The marker of a list item or footnote as the document shows it, or the language of code.
    """
    ordered: bool | None = None
    spans: list[Span] | None = None
    table: Table | None = None
    words: list[Word] | None = None
    """
    With `words=true`: the words that lie on the block, in reading order.
    """


@dataclass(kw_only=True)
class Cell:
    """
    A cell that spans several columns or rows appears once, at its top left.
    """

    box: Box | None
    col: int
    """
    The cell's first column, from 0.
    """
    colspan: int
    rowspan: int
    text: str
    blocks: list[Block] | None = None
    header: bool | None = None


@dataclass(kw_only=True)
class Datum:
    blocks: list[Block]
    height: float | None
    number: int
    schema: Literal['urn:quire:schema:page:1']
    width: float | None


@dataclass(kw_only=True)
class ConvertedPages:
    """
    With `format=json`.
    """

    count: int
    """
    The number of pages.
    """
    data: list[Datum]
    """
    The pages with their blocks and boxes, one per line. The JSON Schema `urn:quire:schema:page:1` describes them in full.
    """


@dataclass(kw_only=True)
class Page:
    """
    The JSON Schema `urn:quire:schema:page:1` describes it in full. Lengths are in points (1/72 inch), with the origin at the
    page's top left and y growing downwards, after the page's rotation is applied. What has no geometry has null.

    """

    blocks: list[Block]
    height: float | None
    image_url: str | None
    number: int
    schema: Literal['urn:quire:schema:page:1']
    width: float | None
    angle: float | None = None
    confidence: float | None = None
    coverage: float | None = None
    fields: list[FormField] | None = None
    notes: list[str] | None = None
    source: Literal['text', 'ocr', 'mixed', 'vision'] | None = None
    turned: Literal[90, 180, 270] | None = None
    """
    As in the list of pages; absent for a page that was not turned.
    """
    unread: str | None = None
    words: list[Word] | None = None
    """
    With `words=true`: those that no block's text contains.
    """
