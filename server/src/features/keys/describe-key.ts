import type { DeveloperKey } from '../../auth/keys/key-store.js'

/** What may be shown of a key, also in the audit log. */
export function describeKey(key: DeveloperKey) {
  const { id, prefix, name, scopes, createdAt, lastUsedAt, expiresAt } = key
  return { id, prefix, name, scopes: [...scopes], createdAt, lastUsedAt, expiresAt }
}
