import { createHmac } from 'node:crypto'
import { deriveKey } from '../../platform/secrets/derived-key.js'

/** Returns a function that hashes keys for lookup in the database. */
export function createKeyHash(masterKey: string): (key: string) => Buffer {
  const pepper = deriveKey(masterKey, 'key-lookup')
  return (key) => createHmac('sha256', pepper).update(key).digest()
}
