import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { type Cursor, deleteBlocksAfter, listBlocks, moveCursor } from '../cursor-store.js'
import { raiseVersions } from '../settlement-store.js'
import { takeBackPayments } from './found-payment-store.js'
import { LostLead } from './index-range.js'
import { ChainDisagrees } from './read-range.js'
import { takeBackReleases } from './release-store.js'

/**
 * Goes back to the newest block that the chain still has, and takes back what was read behind it. The receipts are
 * looked at afterwards, like after any other word of the chain. `null` when the chain has none of the blocks that
 * are remembered.
 *
 * @throws {LostLead}, {ChainDisagrees}
 */
export async function rewind(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sandbox'>,
  chain: Chain,
  from: Cursor,
): Promise<Cursor | null> {
  const { chainId } = ctx.config
  const ancestor = await findAncestor(ctx, chain)
  if (!ancestor) return null

  const to = { ...ancestor, finalizedNumber: from.finalizedNumber }
  const taken = await ctx.db.transaction(async (tx) => {
    if (!(await moveCursor(tx, { chainId, from, to, now: ctx.now() }))) throw new LostLead()
    const after = to.number
    await deleteBlocksAfter(tx, { chainId, number: after })
    await takeBackReleases(tx, { chainId, after })
    const refs = await takeBackPayments(tx, { chainId, after })
    await raiseVersions(tx, refs)
    return refs.length
  })
  ctx.log.warn(
    { chainId, from: Number(from.number), to: Number(to.number), payments: taken },
    'blocks were taken back',
  )
  return to
}

/** Halves what is remembered: what the chain has, it has without a gap. */
async function findAncestor(ctx: Pick<Context, 'db' | 'config' | 'sandbox'>, chain: Chain) {
  const blocks = await listBlocks(ctx.db, ctx.config.chainId)
  let newest = 0
  let oldest = blocks.length
  while (newest < oldest) {
    const middle = Math.floor((newest + oldest) / 2)
    const block = blocks[middle]
    const there = block && (await chain.findBlock(block.number))
    // A live chain has a block of every number below its newest: this node does not know it yet.
    if (block && !there && !ctx.sandbox?.anvilUrl) throw new ChainDisagrees('a node is behind')
    if (there?.hash === block?.hash) oldest = middle
    else newest = middle + 1
  }
  return blocks[oldest] ?? null
}
