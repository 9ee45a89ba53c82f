import type { Hash } from '../../../lib/hex.js'
import { HOUR_MS, SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Block, Chain, Log, LogFilter } from '../../../platform/chain/chain.js'
import { isChainFailure } from '../../../platform/chain/chain-failures.js'
import {
  decodeTransfer,
  type Transfer,
  topicOfAddress,
  topics,
} from '../../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { createIndependentSteps, isIsolatedFailure } from '../../../platform/jobs/isolate.js'
import type { OwedPart } from '../plan/refund-parts.js'
import {
  findMined,
  findSenders,
  firstShallowBlock,
  openSince,
  withParts,
} from './confirm-refunds.js'
import { decideRefunds, type MinedRefund, searchMs } from './decide-refunds.js'
import { listSenders } from './refund-senders.js'
import {
  listUnsentRefunds,
  lockTransaction,
  nextSearchAt,
  recordSearch,
  refundsPerTransaction,
  setTransaction,
  type UnsentRefund,
} from './search-refunds.js'

/** Limits on one round, because every range of blocks costs a call to the node. */
const refundsPerRound = 5
const rangesPerRefund = 4
const blocksPerRange = 500n
/** Transactions tried per range, each with a call to the node. More follow from their block on. */
const triesPerRange = 20
/** Slow searches must not delay the rest of the round. Others follow in the next one. */
const roundMs = 3_000
/** A range that is too wide for the node is divided by this. */
const narrowing = 8n
/** A merchant may send a refund first and record it afterwards. */
const sentBeforeMs = HOUR_MS
/** The block time is measured over this many blocks. */
const sampleBlocks = 1_000n
/** A search starts at least this many blocks back, because the clock of a sandbox may jump. */
const minBlocks = 300n

/**
 * Looks for the transactions of refunds that name none: token transfers to the buyer from the
 * merchant's wallet or staff with the right to refund. A refund takes the transaction that was
 * found, which is then confirmed as any other.
 */
export async function findRefundTransactions(ctx: Context, chain: Chain): Promise<void> {
  const now = ctx.now()
  const createdSince = unixMs(now - searchMs)
  const refunds = await listUnsentRefunds(ctx, { createdSince, now, limit: refundsPerRound })
  const latest = refunds.length > 0 ? await chain.findBlock('latest') : null
  if (!latest) return
  const steps = createIndependentSteps()
  const startedAt = performance.now()
  for (const refund of refunds) {
    await steps.run(() => trySearch(ctx, { chain, refund, latest }))
    if (performance.now() - startedAt > roundMs) break
  }
  steps.end()
}

/** Searches for one refund. A search that fails, for example at a node's limit, is postponed. */
async function trySearch(
  ctx: Context,
  { chain, refund, latest }: { chain: Chain; refund: UnsentRefund; latest: Block },
): Promise<void> {
  try {
    await searchFor(ctx, { chain, refund, latest })
  } catch (error) {
    if (!(await isIsolatedFailure(error, chain))) throw error
    const search = { ...refund.search, searches: refund.search.searches + 1 }
    const nextAt = nextSearchAt({ searches: search.searches, now: ctx.now() })
    await recordSearch(ctx, { refund, search, nextAt })
    if (!isChainFailure(error)) throw error
    const { merchant, id } = refund
    ctx.log.warn({ err: error, merchant, refundId: id }, 'search for a refund failed')
  }
}

async function searchFor(
  ctx: Context,
  { chain, refund, latest }: { chain: Chain; refund: UnsentRefund; latest: Block },
): Promise<void> {
  const { createdAt, search } = refund
  const [owing] = await withParts(ctx, { merchant: refund.merchant, refunds: [refund] })
  const parts = owing?.parts
  // A native transfer leaves no log, and the chain cannot show a manual part.
  if (!parts || parts.some(({ token }) => token === nativeToken)) {
    await recordSearch(ctx, { refund, search, nextAt: unixMs(createdAt + searchMs) })
    return
  }
  const senders = await listSenders(ctx, refund.merchant)
  const firstShallow = firstShallowBlock(ctx, latest)
  let block = search.block ?? (await findStart(chain, { latest, refund }))
  for (let range = 0; range < rangesPerRefund && block < firstShallow; range += 1) {
    const end = block + blocksPerRange < firstShallow ? block + blocksPerRange : firstShallow
    const { logs, toBlock } = await readLogs(chain, {
      fromBlock: block,
      toBlock: end - 1n,
      addresses: parts.map(({ token }) => token),
      topics: [[topics.transfer], senders.map(topicOfAddress), [topicOfAddress(refund.buyer)]],
    })
    const covering = listCovering(logs, parts)
    for (const { transactionHash: hash } of covering.slice(0, triesPerRange)) {
      const mined = await findMined(chain, { hash, firstShallow })
      if (mined && (await take(ctx, { refund, parts, hash, mined }))) return
    }
    block = nextBlock({ block, toBlock, untried: covering[triesPerRange] })
  }
  const now = ctx.now()
  const isAtEnd = block >= firstShallow
  const searches = search.searches + (isAtEnd ? 1 : 0)
  const nextAt = isAtEnd ? nextSearchAt({ searches, now }) : now
  await recordSearch(ctx, { refund, search: { block, searches }, nextAt })
}

/**
 * Returns the block to continue with: that of a transfer that was not tried yet, except in the
 * block that was just tried.
 */
function nextBlock(range: {
  block: bigint
  toBlock: bigint
  untried: Transfer | undefined
}): bigint {
  const { block, toBlock, untried } = range
  if (!untried) return toBlock + 1n
  return untried.blockNumber > block ? untried.blockNumber : block + 1n
}

/** Returns a block at least an hour older than the refund, estimated from recent block times. */
async function findStart(
  chain: Chain,
  { latest, refund }: { latest: Block; refund: UnsentRefund },
): Promise<bigint> {
  const count = latest.number < sampleBlocks ? latest.number : sampleBlocks
  const sample = await chain.findBlock(latest.number - count)
  // The node lags behind.
  if (!sample) return latest.number - count
  const sampledSeconds = latest.timestampSeconds - sample.timestampSeconds
  if (sampledSeconds <= 0n) return 0n
  const since = BigInt(Math.floor((refund.createdAt - sentBeforeMs) / SECOND_MS))
  const ageSeconds = latest.timestampSeconds - since
  const blocks = (ageSeconds * count) / sampledSeconds + 1n
  const start = latest.number - (blocks < minBlocks ? minBlocks : blocks)
  return start < 0n ? 0n : start
}

/** Reads logs of a range, or of a first part if the node limits it. Returns the last block read. */
async function readLogs(
  chain: Chain,
  filter: LogFilter,
): Promise<{ logs: Log[]; toBlock: bigint }> {
  const { fromBlock, toBlock } = filter
  try {
    return { logs: await chain.listLogs(filter), toBlock }
  } catch (error) {
    if (toBlock === fromBlock) throw error
    return readLogs(chain, { ...filter, toBlock: fromBlock + (toBlock - fromBlock) / narrowing })
  }
}

/** Lists a transfer per transaction that covers every part of a refund, oldest first. */
function listCovering(logs: readonly Log[], parts: readonly OwedPart[]): Transfer[] {
  const transfers = logs.flatMap((log) => decodeTransfer(log) ?? [])
  const sums = new Map<string, bigint>()
  const firsts = new Map<Hash, Transfer>()
  for (const transfer of transfers) {
    const { transactionHash, token, units } = transfer
    const key = `${transactionHash} ${token}`
    sums.set(key, (sums.get(key) ?? 0n) + units)
    if (!firsts.has(transactionHash)) firsts.set(transactionHash, transfer)
  }
  return [...firsts.values()].filter(({ transactionHash }) =>
    parts.every(({ token, units, centUnits }) => {
      const returnedUnits = sums.get(`${transactionHash} ${token}`) ?? 0n
      return returnedUnits > 0n && returnedUnits + centUnits >= units
    }),
  )
}

/** Gives a refund its transaction unless other refunds need the money in it. */
async function take(
  ctx: Context,
  input: { refund: UnsentRefund; parts: OwedPart[]; hash: Hash; mined: MinedRefund },
): Promise<boolean> {
  const { refund, parts, hash, mined } = input
  return inTransaction(ctx, async (inTx) => {
    const { merchant } = refund
    const others = await lockTransaction(inTx, { merchant, hash, ...openSince(ctx.now()) })
    if (others.length >= refundsPerTransaction) return false
    const namedRefunds = await withParts(inTx, { merchant, refunds: others })
    const senders = await findSenders(inTx, { mined, refunds: [...others, refund] })
    const look = { mined, senders, now: ctx.now() }
    const isPaid = decideRefunds([...namedRefunds, { ...refund, parts }], look)
    return isPaid.at(-1) === true && setTransaction(inTx, { ...refund, hash })
  })
}
