import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import { post } from '../../ledger/post.js'
import type { Split } from '../../split/split.js'
import { surplusUnits } from './missing-units.js'
import { addToSplit, reverseInSplit } from './split-books.js'
import { addReceived, listPayouts } from './split-total-store.js'
import { listToppedUp, type Release, updateToppedUp } from './unposted-release-store.js'

type BookContext = Pick<TxContext, 'db' | 'now'>

/** A release with the revision of its posting, and its split. */
type Posted = { release: Release; split: Split }

/** Returns the ledger key of a release. Unique per posting: a reorg may remove the release and bring it back. */
export function releaseKey({ chainId, blockHash, logIndex, ledgerRevision }: Release): string {
  return `release:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}

/** Posts money that a split paid out, but that the ledger did not know, as a direct payment. */
export async function postTopUp(
  ctx: BookContext,
  { release, split, units, usdMicros }: Posted & { units: BaseUnits; usdMicros: Micros },
): Promise<void> {
  const { merchant, token } = release
  const { legs } = await addToSplit(ctx, { split, token, units, usdMicros })
  await post(ctx, {
    merchant,
    key: topUpKey(release, units),
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash: null,
    payment: { asset: assetName(release), units, usdMicros, legs },
  })
  await updateToppedUp(ctx.db, { release, units })
}

/** Reverses the direct payment of a release, if there is one. Returns its value. */
export async function reverseTopUp(ctx: BookContext, { release, split }: Posted): Promise<Micros> {
  const { token, toppedUp } = release
  if (toppedUp === 0n) return micros(0n)
  const value = await reverseInSplit(ctx, { split, token, key: topUpKey(release, toppedUp) })
  await updateToppedUp(ctx.db, { release, units: 0n })
  return value
}

/**
 * Reduces the direct payments of releases by a payment that was posted after them but arrived before. Otherwise the same
 * money would be in the ledger twice. Payouts stay covered: the ledger may have known the same money under another name.
 */
export async function reduceTopUps(
  ctx: BookContext,
  input: {
    split: Split
    token: Address
    units: BaseUnits
    arrival: { blockNumber: bigint; logIndex: number }
  },
): Promise<void> {
  const { split, token, arrival } = input
  const { chainId, address } = split
  const releases = await listToppedUp(ctx.db, { chainId, split: address, token, after: arrival })
  if (releases.length === 0) return
  const surplus = await findSurplus(ctx, { split, token })
  let left: bigint = input.units < surplus ? input.units : surplus
  for (const release of releases) {
    if (left === 0n) return
    const taken = left < release.toppedUp ? left : release.toppedUp
    await reduceTopUp(ctx, { release, split, units: baseUnits(release.toppedUp - taken) })
    left -= taken
  }
}

/** Returns what a split received, according to the ledger, beyond what its payouts needed. Locks its total. */
async function findSurplus(
  ctx: BookContext,
  { split, token }: { split: Split; token: Address },
): Promise<BaseUnits> {
  const { chainId, merchant, address, recipients } = split
  const asset = { chainId, split: address, token }
  const nothing = { units: 0n, usdMicros: 0n }
  const { received } = await addReceived(ctx.db, { ...asset, ...nothing, merchant })
  const payouts = await listPayouts(ctx.db, { ...asset, transactionHash: null })
  return surplusUnits({ received, recipients, payouts })
}

/** Posts the rest at the value of the former posting. */
async function reduceTopUp(
  ctx: BookContext,
  { release, split, units }: Posted & { units: BaseUnits },
): Promise<void> {
  const { toppedUp } = release
  const value = await reverseTopUp(ctx, { release, split })
  if (units === 0n) return
  await postTopUp(ctx, {
    release: { ...release, toppedUp: baseUnits(0n) },
    split,
    units,
    usdMicros: micros((value * units) / toppedUp),
  })
}

/** Includes the amount, which only becomes smaller. */
function topUpKey(release: Release, units: BaseUnits): string {
  return `direct:${releaseKey(release)}:${units}`
}
