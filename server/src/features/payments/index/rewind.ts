import type { Chain } from '../../../platform/chain/chain.js'
import {
  type Cursor,
  deleteBlocksAfter,
  listBlocks,
  moveCursor,
} from '../../../platform/chain/head/cursor-store.js'
import type { Context } from '../../../platform/context.js'
import { LostLease } from '../../../platform/jobs/isolate.js'
import { reopenAnnounced } from '../announced-transaction-store.js'
import type { PayoutRecords } from '../payment.js'
import { raiseVersions } from '../settlement-store.js'
import { orphanDirectPayments } from './direct-payment-store.js'
import { assignPayers } from './native-payer-store.js'
import { orphanPayments } from './payment-state-store.js'
import { ChainDisagrees } from './read-logs.js'

/**
 * Moves the cursor back to the newest kept block that is still on the chain, undoes everything
 * after it, and marks the affected receipts for settlement. Returns null when none of the kept
 * blocks is on the chain.
 *
 * @throws {LostLease}, {ChainDisagrees}
 */
export async function rewind(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sandbox'>,
  chain: Chain,
  { from, records }: { from: Cursor; records: PayoutRecords },
): Promise<Cursor | null> {
  const { chainId } = ctx.config
  const ancestor = await findAncestor(ctx, chain)
  if (!ancestor) return null

  const { finalizedNumber, safeNumber, reportsFinality } = from
  // The removed blocks were safe, but the blocks that replace them may not be.
  const safe = safeNumber < ancestor.number ? safeNumber : ancestor.number
  const to = { ...ancestor, finalizedNumber, safeNumber: safe, reportsFinality }
  const orphaned = await ctx.db.transaction(async (tx) => {
    if (!(await moveCursor(tx, { chainId, from, to }))) throw new LostLease()
    const after = to.number
    await deleteBlocksAfter(tx, { chainId, number: after })
    await orphanDirectPayments(tx, { chainId, after })
    await records.rewind({ ...ctx, db: tx }, { after })
    const refs = await orphanPayments(tx, { chainId, after })
    const reopened = await reopenAnnounced(tx, { chainId, after, now: ctx.now() })
    const renamed = await assignPayers(tx, { chainId, refs: [...refs, ...reopened] })
    await raiseVersions(tx, [...refs, ...renamed])
    return refs.length
  })
  ctx.log.warn(
    { chainId, from: Number(from.number), to: Number(to.number), payments: orphaned },
    'reorg: blocks removed',
  )
  return to
}

/** Searches the kept blocks by bisection: all blocks up to the fork point match. */
async function findAncestor(ctx: Pick<Context, 'db' | 'config' | 'sandbox'>, chain: Chain) {
  const blocks = await listBlocks(ctx.db, ctx.config.chainId)
  let newest = 0
  let oldest = blocks.length
  while (newest < oldest) {
    const middle = Math.floor((newest + oldest) / 2)
    const block = blocks[middle]
    const onChain = block && (await chain.findBlock(block.number))
    // A live chain has every block below its latest, so this node lags behind.
    if (block && !onChain && !ctx.sandbox?.anvilUrl) throw new ChainDisagrees('a node lags behind')
    if (onChain?.hash === block?.hash) oldest = middle
    else newest = middle + 1
  }
  return blocks[oldest] ?? null
}
