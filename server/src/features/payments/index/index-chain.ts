import type { Block, Chain } from '../../../platform/chain/chain.js'
import {
  type Cursor,
  findCursor,
  insertBlocks,
  insertCursor,
  listBlocks,
  moveCursor,
} from '../../../platform/chain/head/cursor-store.js'
import { senderRules } from '../../../platform/chain/outgoing/round/sender-rules.js'
import { listTokens } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { LostLease } from '../../../platform/jobs/isolate.js'
import { listSplitAddresses } from '../../split/find-split.js'
import type { PayoutRecords } from '../payment.js'
import { isSafeWanted } from '../settlement-store.js'
import { indexRange } from './index-range.js'
import { createLogReader } from './read-logs.js'
import { readRange } from './read-range.js'
import { createRequestWidth } from './request-width.js'
import { rewind } from './rewind.js'
import { createLateSearch, type LateSearch } from './search-late.js'
import { createWatchList } from './watch-list.js'

export type Indexer = {
  /**
   * Indexes the next range of blocks, up to `latest` if you have just read that block. `isBehind`
   * says that more blocks are left.
   *
   * @throws when the chain does not respond, or its nodes disagree. Nothing is written then.
   */
  index(latest?: Block | null): Promise<{ foundCount: number; isBehind: boolean }>
  /**
   * Searches one step of earlier blocks for payments to deposit addresses that became known late.
   * `hasMore` says that more steps are left.
   *
   * @throws as `index` does.
   */
  searchLate: LateSearch
}

const maxBlocks = 500n
/** Logs of this many blocks before the cursor are read again, as a lagging node may omit some. */
export const overlap = 20n
/** The assumed finality of a chain that does not report it. */
const finalAfter = 64n
const nothing = { foundCount: 0, isBehind: false }

type IndexContext = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sandbox' | 'wakeups'>

/** Creates an indexer of a chain. Several may run at once: the first to write wins. */
export function createIndexer(ctx: IndexContext, chain: Chain, records: PayoutRecords): Indexer {
  const { chainId } = ctx.config
  const watchList = createWatchList(ctx)
  const { confirmations } = senderRules(ctx.config)
  const tokens = listTokens(chainId).map(({ address }) => address)
  const width = createRequestWidth({ max: maxBlocks + overlap, min: 2n * overlap })
  // Later reads must still include flushes that wait.
  const waitBlocks = BigInt(confirmations) < overlap ? BigInt(confirmations) : overlap
  const shared = { watchList, width, tokens, confirmations, waitBlocks, records }
  /** How many new blocks are written at once. */
  let step = maxBlocks

  async function index(knownBlock: Block | null = null) {
    const [latest, cursor] = await Promise.all([
      knownBlock ?? chain.findBlock('latest'),
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

    const max = blocksPerRound()
    const to = latest.number - cursor.number > max ? cursor.number + max : latest.number
    const isBehind = to < latest.number
    return { foundCount: await readOn(cursor, { to, isBehind }), isBehind }
  }

  /** Returns how many blocks one request takes beside the overlap, at least as many as that. */
  function blocksPerRound(): bigint {
    const available = width.get() - overlap
    const max = available > overlap ? available : overlap
    return max < step ? max : step
  }

  async function readOn(
    cursor: Cursor,
    { to, isBehind }: { to: bigint; isBehind: boolean },
  ): Promise<number> {
    // Refresh the list first: a payment to a newer address is in a later block or in the overlap.
    await watchList.refresh()
    const addresses = watchList.addresses()
    const remembered = await listBlocks(ctx.db, chainId)
    const splits = await listSplitAddresses(ctx)
    const reader = createLogReader(chain, { width: width.get() })
    const range = {
      after: cursor,
      remembered,
      to,
      addresses,
      tokens,
      splits,
      reader,
      overlap,
    }
    const facts = await readRange(chain, range).finally(() => width.narrow(reader.report()))
    if (reader.report().divided === 0) width.widen(isBehind)
    const last = facts.blocks.at(-1)
    if (!last) throw new Error('the range has no blocks')
    const finality = await findFinality(last, cursor)
    return write({
      facts,
      watchList,
      records,
      confirmations,
      knownUpTo: last.number - waitBlocks + 1n,
      from: cursor,
      to: {
        number: last.number,
        hash: last.hash,
        ...finality,
        safeNumber: await findSafe(cursor, { last, ...finality }),
      },
    })
  }

  /** Writes fewer blocks after a failure, in case the database is too slow for so many. */
  async function write(range: Parameters<typeof indexRange>[1]): Promise<number> {
    try {
      const foundCount = await indexRange(ctx, range)
      step = step * 2n > maxBlocks ? maxBlocks : step * 2n
      return foundCount
    } catch (error) {
      if (!(error instanceof LostLease) && step > 1n) step /= 2n
      throw error
    }
  }

  async function begin(latest: Block): Promise<void> {
    const finality = await findFinality(latest, null)
    const cursor = { ...latest, ...finality, safeNumber: finality.finalizedNumber }
    await insertCursor(ctx.db, { chainId, cursor })
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
    const block = await chain.findBlock(cursor.number)
    // Every block below the latest exists, except in a sandbox that is being reorganized.
    if (!block) return ctx.sandbox?.anvilUrl ? 'lost' : 'behind'
    return block.hash === cursor.hash ? 'good' : 'lost'
  }

  async function goBack(cursor: Cursor, latest: Block) {
    ctx.wakeups.wake('lost-blocks')
    if (await rewind(ctx, chain, { from: cursor, records }))
      return { foundCount: 0, isBehind: true }
    if (ctx.config.mode === 'live') {
      throw new Error(
        'none of the indexed blocks is on this chain. Check that CHAIN_RPC_URL points to the right chain.',
      )
    }
    // The sandbox chain was recreated. Settled receipts stay settled.
    const to = { ...latest, finalizedNumber: 0n, safeNumber: 0n, reportsFinality: false }
    await moveCursor(ctx.db, { chainId, from: cursor, to })
    await insertBlocks(ctx.db, { chainId, blocks: [latest] })
    ctx.log.warn({ chainId }, 'new sandbox chain: payments are indexed from its latest block on')
    return nothing
  }

  /**
   * Finds the newest finalized block. A chain that reported one before has no newer one while a
   * request fails. It is assumed only for a chain that never reported one.
   */
  async function findFinality(
    latest: Block,
    cursor: Cursor | null,
  ): Promise<Pick<Cursor, 'finalizedNumber' | 'reportsFinality'>> {
    const block = await chain.findBlock('finalized').catch(() => null)
    if (!block && cursor?.reportsFinality) {
      return { finalizedNumber: cursor.finalizedNumber, reportsFinality: true }
    }
    const assumed = latest.number > finalAfter ? latest.number - finalAfter : 0n
    const number = block?.number ?? assumed
    return {
      finalizedNumber: number > latest.number ? latest.number : number,
      reportsFinality: block !== null,
    }
  }

  /**
   * Returns the newest safe block, or the finalized one if the chain reports none. In a sandbox
   * every block is safe. Sends a request only while a receipt waits for a safe block.
   */
  async function findSafe(
    cursor: Cursor,
    { last, finalizedNumber }: { last: Block; finalizedNumber: bigint },
  ): Promise<bigint> {
    if (ctx.config.mode === 'sandbox') return last.number
    if (!(await isSafeWanted(ctx.db))) return cursor.safeNumber
    const block = await chain.findBlock('safe').catch(() => null)
    const blockNumber = block?.number ?? finalizedNumber
    const newest = blockNumber > cursor.safeNumber ? blockNumber : cursor.safeNumber
    return newest > last.number ? last.number : newest
  }

  return { index, searchLate: createLateSearch(ctx, chain, shared) }
}
