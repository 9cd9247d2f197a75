"""Webhooks, which are signed according to Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Mapping, Sequence

from ._generated.models import BatchEnded, DocumentEnded
from .decode import decode
from .errors import SignatureInvalid

TOLERANCE = 300
"""The maximum difference between the time of a webhook and our clock, in seconds."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secrets: str | Sequence[str], *,
                   now: float | None = None) -> DocumentEnded | BatchEnded:
    """Returns the content of a webhook about a document or a batch, or raises SignatureInvalid.

    `body` must be exactly the received bytes. `secrets` are one or more `whsec_…`; while a secret is being replaced, pass
    both. A webhook that is delivered again has the same header webhook-id.
    """
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    number, sent = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not (sent.isascii() and sent.isdigit()) or abs((time.time() if now is None else now) - int(sent[:15])) > TOLERANCE:
        raise SignatureInvalid("the webhook is too old, or from the future")
    signed = f"{number}.{sent}.".encode() + raw
    expected = [_sign(secret, signed) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    offered = given.get("webhook-signature", "").split()
    if not any(hmac.compare_digest(one.encode(), two.encode()) for one in offered for two in expected):
        raise SignatureInvalid("the webhook was not signed with this secret")
    said = json.loads(raw)
    return decode(BatchEnded, said) if "batch_id" in said else decode(DocumentEnded, said)


def _sign(secret: str, signed: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as e:
        raise SignatureInvalid("the secret does not have the form whsec_ and base64") from e
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
