import { randomBytes } from 'node:crypto'
import { encodeBase32, encodeSeconds, type IdPrefix } from '../lib/ids.js'
import type { UnixMs } from '../lib/time.js'

/** Returns a new id: the prefix and 128 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encodeBase32(randomBytes(16))}`
}

/**
 * Kinds of which many are created. Their ids begin with their second, so that new ones are next to
 * each other in indexes. Random ones would each change another page, which the database reads, and
 * logs in full after each checkpoint.
 */
const sorted: ReadonlySet<IdPrefix> = new Set(['rcpt'])

/** Creates a function that returns new ids. All have 128 random bits. */
export function createNewId(now: () => UnixMs): (prefix: IdPrefix) => string {
  return (prefix) => {
    const id = newId(prefix)
    return sorted.has(prefix) ? id.replace('_', `_${encodeSeconds(now())}`) : id
  }
}
