import type { Address, Hash } from '../../../../lib/hex.js'
import type { Block, Chain } from '../../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../../platform/chain/contracts.js'
import {
  type Charged,
  decodeCharged,
  topicOfAddress,
  topics,
} from '../../../../platform/chain/logs/decode-logs.js'
import type { Context, TxContext } from '../../../../platform/context.js'
import { StoreUnavailable } from '../../../../platform/db/store-unavailable.js'
import { createLogReader } from '../read-logs.js'
import type { UnexpectedCharge } from './charge-receipt.js'
import { listByChargeKey } from './charge-receipt-store.js'
import {
  type DeferredSpender,
  deleteUnexpected,
  insertSpender,
  lowerUnread,
  selectDeferred,
  selectUnexpected,
  updateUnread,
  upsertUnexpected,
} from './unexpected-charge-store.js'

/** The blocks that one call to the node covers, and the spenders of one round. */
const width = 500n
const spendersPerRound = 5

/** Records all charges of a spender from now on, including those that other parties send. */
export async function watchSpender(
  { db }: Pick<TxContext, 'db'>,
  input: { chainId: number; spender: Address; merchant: Address },
): Promise<void> {
  await insertSpender(db, input)
}

/** Records the charges of watched spenders that have no receipt. Anyone can make charges of other spenders. */
export async function recordUnexpected(
  { db, config, now }: Pick<TxContext, 'db' | 'config' | 'now'>,
  facts: {
    charged: readonly Charged[]
    timestamps: ReadonlyMap<bigint, bigint>
    byChargeKey: ReadonlyMap<Hash, unknown>
  },
): Promise<void> {
  const charges = facts.charged
    .filter(({ chargeKey }) => !facts.byChargeKey.has(chargeKey))
    .map((charge) => ({
      ...charge,
      paidAt: (facts.timestamps.get(charge.blockNumber) ?? 0n) * 1_000n,
    }))
  await upsertUnexpected(db, { chainId: config.chainId, now: now(), charges })
}

/** Lists unexpected charges in the order of their keys, after one of them. */
export async function listUnexpected(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { after, limit }: { after: Hash | null; limit: number },
): Promise<UnexpectedCharge[]> {
  return selectUnexpected(db, { chainId: config.chainId, after: after ?? '', limit })
}

/** Deletes an unexpected charge that has a receipt now, or that belongs to no subscription. */
export async function forgetUnexpected(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  chargeKey: Hash,
): Promise<void> {
  await deleteUnexpected(db, { chainId: config.chainId, chargeKey })
}

/** Deletes an unexpected charge for now. The chain keeps it, and `recallDeferred` reads it again. */
export async function deferCharge(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { spender, chargeKey, blockNumber }: UnexpectedCharge,
): Promise<void> {
  const { chainId } = config
  await lowerUnread(db, { chainId, spender, blockNumber })
  await deleteUnexpected(db, { chainId, chargeKey })
}

/**
 * Reads deferred charges again, as many of each merchant as `remainingOf` allows, up to the block
 * `safe`. Returns how many. Takes one call to the node per spender, and none for a merchant at its
 * limit. A spender whose charges cannot be read is read again later.
 */
export async function recallDeferred(
  ctx: Context,
  input: { chain: Chain; safe: Block; remainingOf: (merchant: Address) => number },
): Promise<number> {
  const { chain, safe, remainingOf } = input
  const { chainId } = ctx.config
  let recalled = 0
  const deferred = await selectDeferred(ctx.db, { chainId })
  const readable = deferred.filter(
    ({ merchant, unreadFrom }) => remainingOf(merchant) > 0 && unreadFrom <= safe.number,
  )
  for (const spender of selectForRound(readable, safe)) {
    const limit = remainingOf(spender.merchant)
    try {
      recalled += await recall(ctx, { chain, safe, spender, limit })
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      ctx.log.warn({ err: error, spender: spender.spender }, 'deferred charges were not read')
    }
  }
  return recalled
}

/**
 * Returns the spenders that are first, and another one that depends on the block: spenders that can
 * never be read would otherwise keep their places forever.
 */
function selectForRound(readable: readonly DeferredSpender[], { number }: Block) {
  const places = spendersPerRound - 1
  const behind = readable.slice(places)
  const turn = behind[Number(number % BigInt(behind.length || 1))]
  return [...readable.slice(0, places), ...(turn ? [turn] : [])]
}

async function recall(
  ctx: Context,
  input: { chain: Chain; safe: Block; spender: DeferredSpender; limit: number },
): Promise<number> {
  const { chain, safe, limit } = input
  const { spender, unreadFrom: fromBlock } = input.spender
  const { chainId } = ctx.config
  const last = fromBlock + width - 1n
  const toBlock = last < safe.number ? last : safe.number
  const filter = {
    fromBlock,
    toBlock,
    addresses: [subscriptionCharger.address],
    topics: [[topics.charged], null, [topicOfAddress(spender)]],
  }
  const logs = await createLogReader(chain, { width }).read([filter])
  const charged = logs.flatMap((log) => decodeCharged(log) ?? [])
  const keys = charged.map(({ chargeKey }) => chargeKey)
  const booked = await listByChargeKey(ctx.db, { chainId, keys })
  const unbooked = charged.filter(({ chargeKey }) => !booked.has(chargeKey))
  const charges = await addTimes(chain, unbooked.slice(0, limit))
  const [next] = unbooked.slice(limit)
  const after = toBlock < safe.number ? toBlock + 1n : null
  await ctx.db.transaction(async (tx) => {
    await upsertUnexpected(tx, { chainId, now: ctx.now(), charges })
    const before = fromBlock
    await updateUnread(tx, { chainId, spender, before, after: next?.blockNumber ?? after })
  })
  return charges.length
}

async function addTimes(chain: Chain, charges: readonly Charged[]) {
  const seconds = new Map<bigint, bigint>()
  for (const { blockNumber } of charges) {
    if (seconds.has(blockNumber)) continue
    seconds.set(blockNumber, (await chain.findBlock(blockNumber))?.timestampSeconds ?? 0n)
  }
  return charges.map((charge) => ({
    ...charge,
    paidAt: (seconds.get(charge.blockNumber) ?? 0n) * 1_000n,
  }))
}
