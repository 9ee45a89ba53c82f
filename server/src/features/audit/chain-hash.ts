import { createHmac } from 'node:crypto'
import type { AuditEntry } from './store.js'

/** The fields that the hash of an entry covers. */
type ChainedEntry = Omit<AuditEntry, 'hash'>

/** The previous hash of the first entry. */
export const chainStart = Buffer.alloc(32)

/** Returns the keyed hash that links an entry to the previous one. A writer cannot forge it. */
export function chainHash(key: Uint8Array, previous: Uint8Array, entry: ChainedEntry): Buffer {
  const { merchant, seq, at, actor, device, cashier, role, action, target } = entry
  const { before, after, correlationId } = entry
  const text = canonicalJson([
    merchant,
    seq,
    at,
    actor,
    device,
    cashier,
    role,
    action,
    target,
    before,
    after,
    correlationId,
  ])
  return createHmac('sha256', key).update(previous).update(text).digest()
}

/** Writes JSON with sorted object keys, because the database does not keep their order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
