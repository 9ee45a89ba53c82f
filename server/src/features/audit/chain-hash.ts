import { createHmac } from 'node:crypto'
import type { AuditEntry } from './store.js'

/** What the hash of an entry covers: all of it, its place and the entry before it. */
type ChainedEntry = Omit<AuditEntry, 'hash'>

/** What stands before the first entry. */
export const chainStart = Buffer.alloc(32)

/**
 * The hash that ties an entry to the one before. It is keyed, so whoever can write to the database but does
 * not have the key cannot make another history that fits.
 */
export function chainHash(key: Uint8Array, previous: Uint8Array, entry: ChainedEntry): Buffer {
  const { merchant, seq, at, actor, role, action, target, before, after, correlationId } = entry
  const text = canonicalJson([
    merchant,
    seq,
    at,
    actor,
    role,
    action,
    target,
    before,
    after,
    correlationId,
  ])
  return createHmac('sha256', key).update(previous).update(text).digest()
}

/** JSON with the names of every object in order: the database does not keep the order they came in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
