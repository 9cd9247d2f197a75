# Generated from quire/_aio by make clients. Do not edit.

"""The account: its keys, what it uses, and what was done in it."""

from __future__ import annotations

from typing import Iterator, Sequence

from .._generated.models import (
    Account, AccountUse, AuditEntry, CreatedAccount, CreatedKey, DayUse, Export, Key, ManagedAccount, ManagedAccountDetail, ServiceAuditEntry, UsageDay,
    WebhookSecret,
)
from .evals import given
from .transport import Transport, part


class Administration(Transport):
    """The part of the client for accounts. Except for get_usage, the methods require a key with the permission admin, or
    with the permission operator if they are about all accounts of the service."""

    def get_account(self) -> Account:
        """Returns the account, its plan, and how much of the plan it has used."""
        return self._read(Account, "GET", "/account")

    def get_usage(self, *, from_: str | None = None, to: str | None = None) -> Iterator[UsageDay]:
        """Yields the cost of documents, by day and kind."""
        return self._list(UsageDay, "/usage", {"from": from_, "to": to})

    def set_account_masking(self, mask: str, mask_region: str = "") -> Account:
        """Masks personal data in all documents from now on, and by default in new collections. Kinds are joined by
        commas; "" masks nothing."""
        return self._read(Account, "PUT", "/account/masking", json={"mask": mask, "mask_region": mask_region})

    def get_account_usage(self, *, days: int | None = None, until: str | None = None) -> list[DayUse]:
        """Returns what the account used on each day."""
        return self._rows(DayUse, "GET", "/account/usage", query={"days": days, "until": until})

    def list_keys(self) -> Iterator[Key]:
        """Yields the keys, without their secrets."""
        return self._list(Key, "/account/keys")

    def create_key(self, name: str, *, permissions: Sequence[str] | None = None, expires_at: str | None = None,
                         collection_ids: Sequence[str] | None = None, extractor_ids: Sequence[str] | None = None,
                         ) -> CreatedKey:
        """Creates a key, whose secret is returned only here. The request is never repeated, so that a lost response does
        not leave two keys. With collections or extractors, the key reaches only those."""
        body = given(name=name, permissions=permissions and list(permissions), expires_at=expires_at,
                     collection_ids=collection_ids and list(collection_ids),
                     extractor_ids=extractor_ids and list(extractor_ids))
        return self._read(CreatedKey, "POST", "/account/keys", json=body, once=True)

    def revoke_key(self, id: str) -> Key:
        """Revokes a key."""
        return self._read(Key, "DELETE", f"/account/keys/{part(id)}")

    def list_webhook_secrets(self) -> list[WebhookSecret]:
        """Returns the secrets that currently sign webhooks, newest first."""
        return self._rows(WebhookSecret, "GET", "/account/webhook-secrets")

    def rotate_webhook_secret(self, *, overlap_seconds: int | None = None) -> list[WebhookSecret]:
        """Adds a secret. The older ones keep signing for the overlap. The request is never repeated, so that a lost
        response does not leave two secrets."""
        body = given(overlap_seconds=overlap_seconds)
        return self._rows(WebhookSecret, "POST", "/account/webhook-secrets", json=body, once=True)

    def list_audit(self, *, action: str | None = None, object_id: str | None = None, key_id: str | None = None,
                   from_: str | None = None, to: str | None = None) -> Iterator[AuditEntry]:
        """Yields what was done in the account, newest first."""
        return self._list(AuditEntry, "/account/audit", {
            "action": action, "object_id": object_id, "key_id": key_id, "from": from_, "to": to})

    def create_export(self, *, idempotency_key: str | None = None) -> Export:
        """Starts an archive of everything that the account has."""
        return self._read(Export, "POST", "/account/exports", idempotency_key=idempotency_key)

    def list_exports(self) -> Iterator[Export]:
        """Yields the exports, newest first."""
        return self._list(Export, "/account/exports")

    def get_export(self, id: str) -> Export:
        """Returns an export with its progress."""
        return self._read(Export, "GET", f"/account/exports/{part(id)}")

    def get_export_archive(self, id: str) -> Iterator[bytes]:
        """Yields the bytes of the archive of a completed export as they arrive."""
        for chunk in self._bytes(f"/account/exports/{part(id)}/archive", {}):
            yield chunk

    def delete_export(self, id: str) -> None:
        """Deletes an export with its archive."""
        self._send("DELETE", f"/account/exports/{part(id)}")

    def audit_of_accounts(self, *, account_id: str | None = None, action: str | None = None, object_id: str | None = None,
                          key_id: str | None = None, from_: str | None = None,
                          to: str | None = None) -> Iterator[ServiceAuditEntry]:
        """Yields what was done in one account of the service, or in all of them, newest first."""
        return self._list(ServiceAuditEntry, "/admin/audit", {
            "account_id": account_id, "action": action, "object_id": object_id, "key_id": key_id, "from": from_, "to": to})

    def usage_of_accounts(self, *, days: int | None = None, until: str | None = None) -> Iterator[AccountUse]:
        """Yields what each account of the service used of each kind in the last days, sorted by name."""
        return self._list(AccountUse, "/admin/usage", {"days": days, "until": until})

    def list_accounts(self, *, search: str | None = None, state: str | None = None) -> Iterator[ManagedAccount]:
        """Yields the accounts of the service, newest first."""
        return self._list(ManagedAccount, "/admin/accounts", {"search": search, "state": state})

    def create_account(self, name: str, *, plan: str | None = None) -> CreatedAccount:
        """Creates an account with a key, whose secret is returned only here. The request is never repeated, because the
        service would refuse it."""
        body = given(name=name, plan=plan)
        return self._read(CreatedAccount, "POST", "/admin/accounts", json=body, once=True)

    def show_account(self, id: str) -> ManagedAccountDetail:
        """Returns an account and how much of its plan it has used."""
        return self._read(ManagedAccountDetail, "GET", f"/admin/accounts/{part(id)}")

    def change_account(self, id: str, *, plan: str) -> ManagedAccountDetail:
        """Moves an account to another plan."""
        return self._read(ManagedAccountDetail, "PATCH", f"/admin/accounts/{part(id)}", json={"plan": plan})

    def suspend_account(self, id: str) -> ManagedAccount:
        """Refuses the keys and logins of an account until it is resumed."""
        return self._read(ManagedAccount, "POST", f"/admin/accounts/{part(id)}/suspend")

    def resume_account(self, id: str) -> ManagedAccount:
        """Lifts the suspension of an account."""
        return self._read(ManagedAccount, "POST", f"/admin/accounts/{part(id)}/resume")

    def hold_account(self, id: str, reason: str) -> ManagedAccount:
        """Puts an account on legal hold: nothing in it is deleted any more."""
        return self._read(ManagedAccount, "PUT", f"/admin/accounts/{part(id)}/hold", json={"reason": reason})

    def release_account(self, id: str) -> ManagedAccount:
        """Releases an account from legal hold."""
        return self._read(ManagedAccount, "DELETE", f"/admin/accounts/{part(id)}/hold")

    def delete_account(self, id: str) -> None:
        """Deletes an account. Everything that it owns is removed within the hour."""
        self._send("DELETE", f"/admin/accounts/{part(id)}")
