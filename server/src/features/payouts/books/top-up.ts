import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { Split } from '../../split/split.js'
import { surplusUnits } from './missing-units.js'
import { listToppedUp, type Release, updateToppedUp } from './release-store.js'
import { postDirect, reverseInSplit } from './split-books.js'
import { addReceived, listPayouts } from './split-total-store.js'

type BookContext = Pick<TxContext, 'db' | 'now'>

/** A release with the revision of its posting, and its split. */
type PostedRelease = { release: Release; split: Split }

/** Returns the ledger key of a release. Unique per posting: a reorg may remove and restore it. */
export function releaseKey({ chainId, blockHash, logIndex, ledgerRevision }: Release): string {
  return `release:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}

/** Posts money that a split paid out, but that the ledger did not know, as a direct payment. */
export async function postTopUp(
  ctx: BookContext,
  { release, split, units, usdMicros }: PostedRelease & { units: BaseUnits; usdMicros: Micros },
): Promise<void> {
  const key = topUpKey(release, units)
  const posting = { split, token: release.token, units, usdMicros, key, transactionHash: null }
  await postDirect(ctx, posting)
  await updateToppedUp(ctx.db, { release, units })
}

/** Reverses the direct payment of a release, if there is one. Returns its value. */
export async function reverseTopUp(
  ctx: BookContext,
  { release, split }: PostedRelease,
): Promise<Micros> {
  const { token, toppedUp } = release
  if (toppedUp === 0n) return micros(0n)
  const value = await reverseInSplit(ctx, { split, token, key: topUpKey(release, toppedUp) })
  await updateToppedUp(ctx.db, { release, units: 0n })
  return value
}

/**
 * Reduces the direct payments of releases by a payment that was posted after them but arrived
 * before. Otherwise the same money would be in the ledger twice. Payouts stay covered: the ledger
 * may have known the same money under another name.
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
  let remaining: bigint = input.units < surplus ? input.units : surplus
  for (const release of releases) {
    if (remaining === 0n) return
    const reduction = remaining < release.toppedUp ? remaining : release.toppedUp
    await reduceTopUp(ctx, { release, split, units: baseUnits(release.toppedUp - reduction) })
    remaining -= reduction
  }
}

/** Returns the units that a split received in excess of its payouts. Locks its total. */
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
  { release, split, units }: PostedRelease & { units: BaseUnits },
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
