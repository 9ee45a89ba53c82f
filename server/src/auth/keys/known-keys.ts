import { serialize } from 'node:v8'
import type { TxContext } from '../../platform/context.js'
import type { SnapshotSource } from '../../platform/snapshot/snapshot-worker.js'
import type { KeyTerms } from './developer.js'
import { listActiveTerms } from './key-store.js'

/** The group of the snapshot with the terms of keys in use, by their hash. */
export const knownKeys = 'keys'

/** Keeps the keys in use in the snapshot. A revoked key leaves it within seconds. */
export const keysInSnapshot: SnapshotSource = {
  callers: { group: knownKeys, confirm: confirmKeys },
}

async function confirmKeys(ctx: TxContext): Promise<Map<string, Uint8Array>> {
  const entries = ctx.snapshot.list<KeyTerms>(knownKeys)
  const keys = entries.map(([, { merchant, keyId: id }]) => ({ merchant, id }))
  const active = await listActiveTerms(ctx.db, { keys, now: ctx.now() })
  const termsOf = new Map(active.map((terms) => [nameOf(terms), terms]))
  return new Map(
    entries.flatMap(([hash, before]) => {
      const terms = termsOf.get(nameOf(before))
      return terms ? [[hash, serialize(terms)]] : []
    }),
  )
}

function nameOf({ merchant, keyId }: KeyTerms): string {
  return `${merchant}:${keyId}`
}
