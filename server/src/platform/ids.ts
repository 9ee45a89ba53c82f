import { randomBytes } from 'node:crypto'
import { encodeBase32, type IdPrefix } from '../lib/ids.js'

/** Returns a new id: the prefix and 128 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encodeBase32(randomBytes(16))}`
}
