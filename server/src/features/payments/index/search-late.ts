import type { Address } from '../../../lib/hex.js'
import { MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import {
  advanceLate,
  type LateDeposit,
  listLate,
  placeLate,
} from '../../../platform/chain/deposits/deposit-store.js'
import {
  type Cursor,
  findCursor,
  listBlocks,
  lockCursor,
} from '../../../platform/chain/head/cursor-store.js'
import type { Context } from '../../../platform/context.js'
import { LostLease } from '../../../platform/jobs/isolate.js'
import type { PayoutRecords } from '../payment.js'
import { raiseVersions } from '../settlement-store.js'
import { saveFacts } from './index-range.js'
import { confirmPayments } from './payment-state-store.js'
import { ChainDisagrees, createLogReader } from './read-logs.js'
import { readEvents } from './read-range.js'
import type { RequestWidth } from './request-width.js'
import type { WatchList } from './watch-list.js'

/** Blocks per step, about an hour on a chain with a block every two seconds. */
const stepBlocks = 2_000n

export type LateSearch = () => Promise<{ foundCount: number; hasMore: boolean }>

/**
 * Creates a search for payments to deposit addresses that became known late, in blocks that were
 * indexed without them. Each call reads one step, from the oldest block on, and saves its progress.
 * The last step ends at the cursor: later blocks are indexed with these addresses.
 */
export function createLateSearch(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  chain: Chain,
  indexer: {
    watchList: WatchList
    width: RequestWidth
    tokens: readonly Address[]
    confirmations: number
    /** Flushes in the last `waitBlocks` blocks before the cursor wait for omitted transfers. */
    waitBlocks: bigint
    records: PayoutRecords
  },
): LateSearch {
  const { chainId } = ctx.config
  const { watchList, width } = indexer

  /** Returns the deposits with the block from which each is searched. */
  async function place(cursor: Cursor): Promise<(LateDeposit & { block: bigint })[]> {
    const late = await listLate(ctx.db, chainId)
    const unplaced = late.filter(({ block }) => block === null)
    const [first] = unplaced
    if (!first) return late.map((deposit) => ({ ...deposit, block: deposit.block ?? 0n }))
    const since = unplaced.reduce(
      (earliest, deposit) => (deposit.since < earliest ? deposit.since : earliest),
      first.since,
    )
    const start = await findFirstBlock(chain, { last: cursor.number, since })
    const addresses = unplaced.map(({ address }) => address)
    await placeLate(ctx.db, { chainId, addresses, block: start })
    return late.map((deposit) => ({ ...deposit, block: deposit.block ?? start }))
  }

  async function readStep(
    deposits: readonly LateDeposit[],
    { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
  ) {
    const reader = createLogReader(chain, { width: width.get() })
    const range = {
      fromBlock,
      toBlock,
      blocks: [],
      remembered: await listBlocks(ctx.db, chainId),
      addresses: deposits.map(({ address }) => address),
      tokens: indexer.tokens,
      // Without these deposits, their flushes were indexed as direct payments to the split.
      splits: [...new Set(deposits.map(({ payoutAddress }) => payoutAddress))],
      reader,
    }
    return readEvents(chain, range).finally(() => width.narrow(reader.report()))
  }

  return async () => {
    const cursor = await findCursor(ctx.db, chainId)
    const late = cursor ? await place(cursor) : []
    const [first] = late
    if (!cursor || !first) return { foundCount: 0, hasMore: false }
    const fromBlock = late.reduce(
      (lowest, { block }) => (block < lowest ? block : lowest),
      first.block,
    )
    const end = fromBlock + stepBlocks - 1n
    const toBlock = end < cursor.number ? end : cursor.number
    const deposits = late.filter(({ block }) => block <= toBlock)
    await watchList.refresh()
    const facts = await readStep(deposits, { fromBlock, toBlock })
    const knownFrom = cursor.number - indexer.waitBlocks + 1n

    const foundCount = await ctx.db.transaction(async (tx) => {
      await lockCursor(tx, { chainId, isWriter: true })
      // A reorg may have removed blocks of this step in the meantime.
      if ((await findCursor(tx, chainId))?.hash !== cursor.hash) throw new LostLease()
      const inTx = { ...ctx, db: tx }
      const knownUpTo = toBlock < knownFrom ? toBlock : knownFrom
      const saved = await saveFacts(inTx, { facts, watchList, knownUpTo, records: indexer.records })
      const confirmedThrough = cursor.number - BigInt(indexer.confirmations) + 1n
      const confirmed = await confirmPayments(tx, { chainId, confirmedThrough })
      await raiseVersions(tx, [...saved.changed, ...confirmed])
      const addresses = deposits.map(({ address }) => address)
      await advanceLate(tx, { chainId, addresses, to: toBlock, isEnd: toBlock === cursor.number })
      return saved.foundCount
    })
    return { foundCount, hasMore: toBlock < cursor.number || late.length > deposits.length }
  }
}

/** Clocks of chain and service differ. */
const toleranceMs = MINUTE_MS

/** Returns the first block that was made since a time, by bisection, or `last` if all are older. */
async function findFirstBlock(
  chain: Pick<Chain, 'findBlock'>,
  { last, since }: { last: bigint; since: UnixMs },
): Promise<bigint> {
  let before = 0n
  let after = last
  while (before < after) {
    const middle = (before + after) / 2n
    const block = await chain.findBlock(middle)
    if (!block) throw new ChainDisagrees('a block below the latest one is missing')
    const isBefore = Number(block.timestampSeconds) * 1_000 < since - toleranceMs
    if (isBefore) before = middle + 1n
    else after = middle
  }
  return before
}
