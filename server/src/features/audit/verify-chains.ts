import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'
import { chainHash, chainStart } from './chain-hash.js'
import { findHead, hasEntriesBeyondHead, listChains, listEntriesForward } from './store.js'

export type ChainReport = {
  merchant: Address
  entries: number
  /** The hash of the last entry, in hex. A copy elsewhere proves that no entry was cut off. */
  head: string
  /** Null when the chain is intact. */
  problem: string | null
}

const pageSize = 500

/**
 * Recomputes every merchant's audit chain from the first entry. Safe while entries are being added.
 */
export async function verifyChains(ctx: Pick<Context, 'db' | 'config'>): Promise<ChainReport[]> {
  const reports: ChainReport[] = []
  for (const merchant of await listChains(ctx.db)) reports.push(await verifyChain(ctx, merchant))
  return reports
}

/** Recomputes the audit chain of a merchant from the first entry. */
export async function verifyChain(
  ctx: Pick<Context, 'db' | 'config'>,
  merchant: Address,
): Promise<ChainReport> {
  const key = deriveKey(ctx.config.masterKey, 'audit-chain')
  const head = await findHead(ctx.db, merchant)
  const upTo = head?.seq ?? 0
  let seq = 0
  let hash: Uint8Array = chainStart
  const report = (problem: string | null): ChainReport => ({
    merchant,
    entries: seq,
    head: Buffer.from(hash).toString('hex'),
    problem,
  })

  while (seq < upTo) {
    const page = { merchant, above: seq, upTo, limit: pageSize }
    const entries = await listEntriesForward(ctx.db, page)
    if (entries.length === 0) return report(`entry ${seq + 1} is missing`)
    for (const entry of entries) {
      if (entry.seq !== seq + 1) return report(`entry ${seq + 1} is missing`)
      const expected = chainHash(key, hash, entry)
      if (!entry.hash.equals(expected)) return report(`entry ${entry.seq} was changed`)
      seq = entry.seq
      hash = expected
    }
  }

  if (head && !head.hash.equals(hash)) return report('the chain head was changed')
  const isLonger = await hasEntriesBeyondHead(ctx.db, merchant)
  return report(isLonger ? `entries after ${upTo} are beyond the chain head` : null)
}
