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
import type { ObservedCharge } from './charge-receipt.js'
import { listByChargeKey } from './charge-receipt-store.js'
import {
  type DeferredSpender,
  deleteObserved,
  insertSpender,
  lowerUnread,
  selectDeferred,
  selectObserved,
  updateUnread,
  upsertObserved,
} from './observed-charge-store.js'

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

/** Records the charges of watched spenders. Anyone can make charges of other spenders. */
export async function recordObserved(
  { db, config, now }: Pick<TxContext, 'db' | 'config' | 'now'>,
  facts: {
    charged: readonly Charged[]
    timestamps: ReadonlyMap<bigint, bigint>
  },
): Promise<void> {
  const charges = facts.charged.map((charge) => ({
    ...charge,
    paidAt: (facts.timestamps.get(charge.blockNumber) ?? 0n) * 1_000n,
  }))
  await upsertObserved(db, { chainId: config.chainId, now: now(), charges })
}

/** Lists observed charges in the order of their keys, after one of them. */
export async function listObserved(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { after, limit }: { after: Hash | null; limit: number },
): Promise<ObservedCharge[]> {
  return selectObserved(db, { chainId: config.chainId, after: after ?? '', limit })
}

/** Deletes observed charges that are booked, or that belong to no subscription. */
export async function forgetObserved(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  chargeKeys: readonly Hash[],
): Promise<void> {
  await deleteObserved(db, { chainId: config.chainId, chargeKeys })
}

/** Deletes an observed charge for now. The chain keeps it, and `recallDeferred` reads it again. */
export async function deferCharge(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { spender, chargeKey, blockNumber }: ObservedCharge,
): Promise<void> {
  const { chainId } = config
  await lowerUnread(db, { chainId, spender, blockNumber })
  await deleteObserved(db, { chainId, chargeKeys: [chargeKey] })
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
 * Returns the first spenders, and a later one that depends on the block. Otherwise spenders that can
 * never be read would block all later ones.
 */
function selectForRound(readable: readonly DeferredSpender[], { number }: Block) {
  const firstCount = spendersPerRound - 1
  const later = readable.slice(firstCount)
  const chosen = later[Number(number % BigInt(later.length || 1))]
  return [...readable.slice(0, firstCount), ...(chosen ? [chosen] : [])]
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
  const receipts = await listByChargeKey(ctx.db, { chainId, keys })
  const unbooked = charged.filter(({ chargeKey }) => !receipts.has(chargeKey))
  const charges = await addTimes(chain, unbooked.slice(0, limit))
  const [next] = unbooked.slice(limit)
  const after = toBlock < safe.number ? toBlock + 1n : null
  await ctx.db.transaction(async (tx) => {
    await upsertObserved(tx, { chainId, now: ctx.now(), charges })
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
