import { Sources } from "./sources.js";
import { type Options, part, type SendOptions } from "./transport.js";
import type {
  Account, AccountChange, AccountState, AccountUse, AuditEntry, CreatedAccount, CreatedKey, DayUse, Export, Key, ManagedAccount, ManagedAccountDetail,
  NewAccount, NewKey, ServiceAuditEntry, UsageDay, WebhookSecret,
} from "./types.gen.js";

/**
 * The part of the client for accounts. Except for getUsage, the methods require a key with the permission admin, or with
 * the permission operator if they are about all accounts of the service.
 */
export class Administration extends Sources {
  /** Returns the account, its plan, and how much of the plan it has used. */
  async getAccount(options: Options = {}): Promise<Account> {
    return this.read("GET", "/account", options);
  }

  /**
   * Masks personal data in all documents from now on, and by default in new collections. Kinds are joined by commas; ""
   * masks nothing.
   */
  async setAccountMasking(mask: string, options: Options & { mask_region?: string } = {}): Promise<Account> {
    const { mask_region, ...rest } = options;
    return this.read("PUT", "/account/masking", { json: { mask, mask_region }, ...rest });
  }

  /** Yields the cost of documents, by day and kind. */
  getUsage(options: Options & { from?: string; to?: string } = {}): AsyncGenerator<UsageDay, void, undefined> {
    return this.list("/usage", options);
  }

  /** Returns what the account used on each day. */
  async getAccountUsage(options: Options & { days?: number; until?: string } = {}): Promise<DayUse[]> {
    const { signal, ...query } = options;
    return this.rows("GET", "/account/usage", { query, signal });
  }

  /** Yields the keys, without their secrets. */
  listKeys(options: Options = {}): AsyncGenerator<Key, void, undefined> {
    return this.list("/account/keys", options);
  }

  /**
   * Creates a key, whose secret is returned only here. The request is never repeated, so that a lost response does not
   * leave two keys.
   */
  async createKey(key: NewKey, options: Options = {}): Promise<CreatedKey> {
    return this.read("POST", "/account/keys", { json: key, once: true, ...options });
  }

  /** Revokes a key. */
  async revokeKey(id: string, options: Options = {}): Promise<Key> {
    return this.read("DELETE", `/account/keys/${part(id)}`, options);
  }

  /** Returns the secrets that currently sign webhooks, newest first. */
  async listWebhookSecrets(options: Options = {}): Promise<WebhookSecret[]> {
    return this.rows("GET", "/account/webhook-secrets", options);
  }

  /**
   * Adds a secret. The older ones keep signing for the overlap. The request is never repeated, so that a lost response
   * does not leave two secrets.
   */
  async rotateWebhookSecret(options: Options & { overlap_seconds?: number } = {}): Promise<WebhookSecret[]> {
    const { signal, ...json } = options;
    return this.rows("POST", "/account/webhook-secrets", { json, once: true, signal });
  }

  /** Yields what was done in the account, newest first. */
  listAudit(
    options: Options & { action?: string; object_id?: string; key_id?: string; from?: string; to?: string } = {},
  ): AsyncGenerator<AuditEntry, void, undefined> {
    return this.list("/account/audit", options);
  }

  /** Starts an archive of everything that the account has. */
  async createExport(options: SendOptions = {}): Promise<Export> {
    return this.read("POST", "/account/exports", options);
  }

  /** Yields the exports, newest first. */
  listExports(options: Options = {}): AsyncGenerator<Export, void, undefined> {
    return this.list("/account/exports", options);
  }

  /** Returns an export with its progress. */
  async getExport(id: string, options: Options = {}): Promise<Export> {
    return this.read("GET", `/account/exports/${part(id)}`, options);
  }

  /** Yields the bytes of the archive of a completed export as they arrive. */
  getExportArchive(id: string, options: Options = {}): AsyncGenerator<Uint8Array, void, undefined> {
    return this.bytes(`/account/exports/${part(id)}/archive`, {}, options);
  }

  /** Deletes an export with its archive. */
  async deleteExport(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/account/exports/${part(id)}`, options);
  }

  /** Yields what was done in one account of the service, or in all of them, newest first. */
  auditOfAccounts(
    options: Options & { account_id?: string; action?: string; object_id?: string; key_id?: string; from?: string; to?: string } = {},
  ): AsyncGenerator<ServiceAuditEntry, void, undefined> {
    return this.list("/admin/audit", options);
  }

  /** Yields what each account of the service used of each kind in the last days, sorted by name. */
  usageOfAccounts(options: Options & { days?: number; until?: string } = {}): AsyncGenerator<AccountUse, void, undefined> {
    return this.list("/admin/usage", options);
  }

  /** Yields the accounts of the service, newest first. */
  listAccounts(options: Options & { search?: string; state?: AccountState } = {}): AsyncGenerator<ManagedAccount, void, undefined> {
    return this.list("/admin/accounts", options);
  }

  /**
   * Creates an account with a key, whose secret is returned only here. The request is never repeated, because the
   * service would refuse it.
   */
  async createAccount(account: NewAccount, options: Options = {}): Promise<CreatedAccount> {
    return this.read("POST", "/admin/accounts", { json: account, once: true, ...options });
  }

  /** Returns an account and how much of its plan it has used. */
  async showAccount(id: string, options: Options = {}): Promise<ManagedAccountDetail> {
    return this.read("GET", `/admin/accounts/${part(id)}`, options);
  }

  /** Moves an account to another plan. */
  async changeAccount(id: string, change: AccountChange, options: Options = {}): Promise<ManagedAccountDetail> {
    return this.read("PATCH", `/admin/accounts/${part(id)}`, { json: change, ...options });
  }

  /** Refuses the keys and logins of an account until it is resumed. */
  async suspendAccount(id: string, options: Options = {}): Promise<ManagedAccount> {
    return this.read("POST", `/admin/accounts/${part(id)}/suspend`, options);
  }

  /** Lifts the suspension of an account. */
  async resumeAccount(id: string, options: Options = {}): Promise<ManagedAccount> {
    return this.read("POST", `/admin/accounts/${part(id)}/resume`, options);
  }

  /** Puts an account on legal hold: nothing in it is deleted any more. */
  async holdAccount(id: string, reason: string, options: Options = {}): Promise<ManagedAccount> {
    return this.read("PUT", `/admin/accounts/${part(id)}/hold`, { json: { reason }, ...options });
  }

  /** Releases an account from legal hold. */
  async releaseAccount(id: string, options: Options = {}): Promise<ManagedAccount> {
    return this.read("DELETE", `/admin/accounts/${part(id)}/hold`, options);
  }

  /** Deletes an account. Everything that it owns is removed within the hour. */
  async deleteAccount(id: string, options: Options = {}): Promise<void> {
    await this.send("DELETE", `/admin/accounts/${part(id)}`, options);
  }
}
