import type { DeveloperKey } from '../../auth/keys/key-store.js'

/** Returns the public fields of a key, as shown in responses and in the audit log. */
export function describeKey(key: DeveloperKey) {
  const { id, prefix, name, scopes, createdAt, lastUsedAt, expiresAt } = key
  return { id, prefix, name, scopes: [...scopes], createdAt, lastUsedAt, expiresAt }
}
