import { createHmac } from 'node:crypto'
import { deriveKey } from '../derived-key.js'

/** Returns the function that turns a key into what the database knows it by. */
export function createKeyHash(masterKey: string): (key: string) => Buffer {
  const pepper = deriveKey(masterKey, 'key-lookup')
  return (key) => createHmac('sha256', pepper).update(key).digest()
}
