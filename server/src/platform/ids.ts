import { randomBytes } from 'node:crypto'
import { encodeBase32, encodeSeconds, type IdPrefix } from '../lib/ids.js'
import type { UnixMs } from '../lib/time.js'

/** Returns a new id: the prefix and 128 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${encodeBase32(randomBytes(16))}`
}

/**
 * Prefixes of ids that begin with their second, so that new entries of indexes share pages. Random
 * ones would each change another page, which the database reads, and logs in full after each
 * checkpoint.
 */
const timeOrderedPrefixes: ReadonlySet<IdPrefix> = new Set(['rcpt'])

/** Creates a function that returns new ids. All have 128 random bits. */
export function createNewId(now: () => UnixMs): (prefix: IdPrefix) => string {
  return (prefix) => {
    const id = newId(prefix)
    return timeOrderedPrefixes.has(prefix) ? id.replace('_', `_${encodeSeconds(now())}`) : id
  }
}
