import type { Block, Chain } from '../../../platform/chain/chain.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import { listTokens } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import {
  type Cursor,
  findCursor,
  insertBlocks,
  insertCursor,
  listBlocks,
  moveCursor,
} from '../cursor-store.js'
import { isSafeWanted } from '../settlement-store.js'
import { listSplits } from './deposit-store.js'
import { indexRange, LostLead } from './index-range.js'
import { readRange } from './read-range.js'
import { rewind } from './rewind.js'
import { createWatchList } from './watch-list.js'

export type Indexer = {
  /**
   * Indexes the next range of blocks, up to `latest` if you have just read that block. `isBehind` says that more blocks
   * are left.
   *
   * @throws when the chain does not respond, or its nodes disagree. Nothing is written then.
   */
  index(latest?: Block | null): Promise<{ found: number; isBehind: boolean }>
}

const maxRange = 500n
/** Logs of this many blocks before the cursor are read again, in case a lagging node omitted some. */
export const overlap = 20n
const readsBeforeWider = 50
/** The assumed finality of a chain that does not report it. */
const finalAfter = 64n
const nothing = { found: 0, isBehind: false }

type IndexContext = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sandbox' | 'wakeups'>

/** Creates an indexer of a chain. Several may run at once: the first to write wins. */
export function createIndexer(ctx: IndexContext, chain: Chain): Indexer {
  const { chainId } = ctx.config
  const watchList = createWatchList(ctx)
  const { confirmations } = senderRules(ctx.config)
  const tokens = listTokens(chainId).map(({ address }) => address)
  let range = maxRange
  let goodReads = 0

  async function index(known: Block | null = null) {
    const [latest, cursor] = await Promise.all([
      known ?? chain.findBlock('latest'),
      findCursor(ctx.db, chainId),
    ])
    if (!latest) return nothing
    if (!cursor) {
      await begin(latest)
      return nothing
    }
    const comparison = await compareCursor(cursor, latest)
    if (comparison === 'lost') return goBack(cursor, latest)
    if (comparison === 'behind' || latest.number === cursor.number) return nothing

    const to = latest.number - cursor.number > range ? cursor.number + range : latest.number
    try {
      const found = await readOn(cursor, to)
      const isBehind = to < latest.number
      widen(isBehind)
      return { found, isBehind }
    } catch (error) {
      // Nodes reject a range that is too wide with different errors, so narrow it after any error.
      if (!(error instanceof LostLead)) range = range > 1n ? range / 2n : 1n
      goodReads = 0
      throw error
    }
  }

  /** Widens the range at once while behind. Otherwise rarely, because a node with a narrow limit would reject every other read. */
  function widen(isBehind: boolean): void {
    goodReads += 1
    if (!isBehind && goodReads < readsBeforeWider) return
    range = range * 2n > maxRange ? maxRange : range * 2n
    goodReads = 0
  }

  async function readOn(cursor: Cursor, to: bigint): Promise<number> {
    // Refresh the list first: a payment to a newer address is in a later block or in the overlap.
    await watchList.refresh()
    const addresses = watchList.addresses()
    const remembered = await listBlocks(ctx.db, chainId)
    const splits = await listSplits(ctx.db, chainId)
    // Keep the overlap within the range that the node accepts.
    const rereadBlocks = range < overlap ? range : overlap
    const facts = await readRange(chain, {
      after: cursor,
      remembered,
      to,
      addresses,
      tokens,
      splits,
      overlap: rereadBlocks,
    })
    const last = facts.blocks.at(-1)
    if (!last) throw new Error('the range has no blocks')
    const finalizedNumber = await findFinalized(last)
    // A flush must still be read again when its wait is over.
    const waitBlocks = BigInt(confirmations) < rereadBlocks ? BigInt(confirmations) : rereadBlocks
    return indexRange(ctx, {
      facts,
      watchList,
      confirmations,
      knownUpTo: last.number - waitBlocks + 1n,
      from: cursor,
      to: {
        number: last.number,
        hash: last.hash,
        finalizedNumber,
        safeNumber: await findSafe(cursor, { last, finalizedNumber }),
      },
    })
  }

  async function begin(latest: Block): Promise<void> {
    const finalizedNumber = await findFinalized(latest)
    const cursor = { ...latest, finalizedNumber, safeNumber: finalizedNumber }
    await insertCursor(ctx.db, { chainId, cursor, now: ctx.now() })
    await insertBlocks(ctx.db, { chainId, blocks: [latest] })
    ctx.log.info(
      { chainId, block: Number(latest.number) },
      'payments are indexed from this block on',
    )
  }

  /** Compares the cursor with the chain. A shorter chain may only be a lagging node. */
  async function compareCursor(cursor: Cursor, latest: Block): Promise<'good' | 'behind' | 'lost'> {
    if (latest.number === cursor.number) return latest.hash === cursor.hash ? 'good' : 'lost'
    if (latest.number < cursor.number) return ctx.sandbox?.anvilUrl ? 'lost' : 'behind'
    const there = await chain.findBlock(cursor.number)
    // Every block below the latest exists, except in a sandbox that is being reorganised.
    if (!there) return ctx.sandbox?.anvilUrl ? 'lost' : 'behind'
    return there.hash === cursor.hash ? 'good' : 'lost'
  }

  async function goBack(cursor: Cursor, latest: Block) {
    ctx.wakeups.wake('lost-blocks')
    if (await rewind(ctx, chain, cursor)) return { found: 0, isBehind: true }
    if (ctx.config.mode === 'live') {
      throw new Error(
        'none of the indexed blocks is on this chain. Check that CHAIN_RPC_URL points to the right chain.',
      )
    }
    // The sandbox chain was recreated. Settled receipts stay settled.
    const to = { ...latest, finalizedNumber: 0n, safeNumber: 0n }
    await moveCursor(ctx.db, { chainId, from: cursor, to, now: ctx.now() })
    await insertBlocks(ctx.db, { chainId, blocks: [latest] })
    ctx.log.warn({ chainId }, 'new sandbox chain: payments are indexed from its latest block on')
    return nothing
  }

  async function findFinalized(latest: Block): Promise<bigint> {
    const block = await chain.findBlock('finalized').catch(() => null)
    const assumed = latest.number > finalAfter ? latest.number - finalAfter : 0n
    const number = block?.number ?? assumed
    return number > latest.number ? latest.number : number
  }

  /**
   * Returns the newest safe block, or the finalized one if the chain reports none. In a sandbox every block is safe. Sends
   * a request only while a receipt waits for a safe block.
   */
  async function findSafe(
    cursor: Cursor,
    { last, finalizedNumber }: { last: Block; finalizedNumber: bigint },
  ): Promise<bigint> {
    if (ctx.config.mode === 'sandbox') return last.number
    if (!(await isSafeWanted(ctx.db))) return cursor.safeNumber
    const block = await chain.findBlock('safe').catch(() => null)
    const found = block?.number ?? finalizedNumber
    const newest = found > cursor.safeNumber ? found : cursor.safeNumber
    return newest > last.number ? last.number : newest
  }

  return { index }
}
