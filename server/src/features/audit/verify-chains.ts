import { deriveKey } from '../../auth/derived-key.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { chainHash, chainStart } from './chain-hash.js'
import { type AuditHead, listEntriesForward, listHeads } from './store.js'

/** What is wrong with a chain, and where; `null` when every entry is as it was written. */
export type ChainReport = {
  merchant: Address
  entries: number
  /** The hash of the last entry, in hex. Kept elsewhere, it also proves later that nothing was cut off. */
  head: string
  problem: string | null
}

const pageSize = 500

/** Recomputes every merchant's audit chain from its beginning. */
export async function verifyChains(ctx: Pick<Context, 'db' | 'config'>): Promise<ChainReport[]> {
  const key = deriveKey(ctx.config.masterKey, 'audit-chain')
  const reports: ChainReport[] = []
  for (const { merchant, head } of await listHeads(ctx.db)) {
    reports.push(await verifyChain(ctx, { merchant, head, key }))
  }
  return reports
}

async function verifyChain(
  ctx: Pick<Context, 'db'>,
  chain: { merchant: Address; head: AuditHead | null; key: Uint8Array },
): Promise<ChainReport> {
  const { merchant, head, key } = chain
  let seq = 0
  let hash: Uint8Array = chainStart
  let problem: string | null = null

  for (;;) {
    const page = await listEntriesForward(ctx.db, { merchant, above: seq, limit: pageSize })
    for (const entry of page) {
      problem ??=
        entry.seq !== seq + 1
          ? `entry ${seq + 1} is missing`
          : entry.hash.equals(chainHash(key, hash, entry))
            ? null
            : `entry ${entry.seq} was changed`
      seq = entry.seq
      hash = entry.hash
    }
    if (page.length < pageSize) break
  }

  const isComplete = head?.seq === seq && head.hash.equals(hash)
  problem ??= isComplete ? null : `the last entry should be ${head?.seq ?? 'known'}, but is ${seq}`
  return { merchant, entries: seq, head: Buffer.from(hash).toString('hex'), problem }
}
