import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import { roundingEntries } from '../../ledger/entries.js'
import type { Amount, Entry, Share } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import type { Split } from '../../split/split.js'
import { shareLegs } from './share-legs.js'
import { addPayout, addReceived, insertTotal, listEarlierPayouts } from './split-total-store.js'

type BookContext = Pick<TxContext, 'db' | 'now'>

type SplitMoney = { units: BaseUnits; usdMicros: Micros }

/**
 * Adds money to the total that a split received. Returns each recipient's share of it, and the part of the total that is
 * only known from releases.
 */
export async function addToSplit(
  ctx: BookContext,
  { split, token, ...money }: SplitMoney & { split: Split; token: Address },
): Promise<{ legs: Share[]; toppedUp: BaseUnits }> {
  const { shares, toppedUp } = await addAllToSplit(ctx, { split, token, all: [money] })
  return { legs: shares[0] ?? [], toppedUp }
}

/** Adds several amounts, as `addToSplit` would one after the other. Returns the shares of each. */
export async function addAllToSplit(
  ctx: BookContext,
  { split, token, all }: { split: Split; token: Address; all: readonly SplitMoney[] },
): Promise<{ shares: Share[][]; toppedUp: BaseUnits }> {
  const units = all.reduce((sum, one) => sum + one.units, 0n)
  const usdMicros = all.reduce((sum, one) => sum + one.usdMicros, 0n)
  await openBooks(ctx, { split, token })
  const total = await addReceived(ctx.db, change({ split, token, units, usdMicros }, 1n))
  let received: bigint = total.received - units
  const shares = all.map((one) => {
    received += one.units
    const { recipients } = split
    return shareLegs({ units: one.units, received: baseUnits(received), recipients })
  })
  return { shares, toppedUp: total.toppedUp }
}

/**
 * Opens the books of a split that had paid out money before it was registered. That money is neither in custody nor due, but
 * counts in the shares of later payments. A posting without value moves what recipients have received beyond their share.
 */
export async function openBooks(
  ctx: BookContext,
  { split, token }: { split: Split; token: Address },
): Promise<void> {
  if (!split.isRegistered) return
  const { chainId, merchant, address, recipients } = split
  const asset = { chainId, split: address, token }
  const earlier = await listEarlierPayouts(ctx.db, asset)
  const units = baseUnits(earlier.reduce((sum, one) => sum + one.units, 0n))
  if (units === 0n || !(await insertTotal(ctx.db, { ...asset, merchant, units }))) return
  for (const one of earlier) await addPayout(ctx.db, { ...asset, ...one, merchant })

  const paidTo = new Map(earlier.map((one) => [one.account, one.units]))
  const moved = shareLegs({ units, received: units, recipients }).map((leg) => ({
    account: leg.account,
    units: baseUnits(leg.units - (paidTo.get(leg.account) ?? 0n)),
  }))
  if (moved.every((share) => share.units === 0n)) return
  await post(ctx, {
    merchant,
    key: `opening:${chainId}:${address}:${token}`,
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash: null,
    entries: roundingEntries(assetName({ chainId, token }), moved),
  })
}

/**
 * Reverses a posting of `addToSplit`. The shares of later payments were rounded with this one in the total, so a second
 * posting moves the units that now belong to another recipient. `fee` is the part of the posting that the split did not get.
 */
export async function reverseInSplit(
  ctx: BookContext,
  input: { split: Split; token: Address; key: string; fee?: (Amount & Share) | null },
): Promise<void> {
  const { split, token, key, fee = null } = input
  const { merchant, chainId, recipients } = split
  const entries = await listEntries(ctx, { merchant, key })
  const whole = entries.find(({ account }) => account === 'custody')
  if (!whole) return
  const units = baseUnits(whole.units - (fee?.units ?? 0n))
  const usdMicros = whole.usdMicros - (fee?.usdMicros ?? 0n)
  if (!(await reversePosting(ctx, { merchant, key, at: ctx.now() }))) return
  const { received } = await addReceived(ctx.db, change({ split, token, units, usdMicros }, -1n))

  const expected = shareLegs({ units, received: baseUnits(received + units), recipients })
  const moved = expected.map(({ account, units: leg }) => ({
    account,
    units: baseUnits(legOf(entries, account) - (account === fee?.account ? fee.units : 0n) - leg),
  }))
  if (moved.every((share) => share.units === 0n)) return
  await post(ctx, {
    merchant,
    key: `rounding:${key}`,
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash: null,
    entries: roundingEntries(assetName({ chainId, token }), moved),
  })
}

function legOf(entries: readonly Entry[], holder: Share['account']): bigint {
  return -(entries.find(({ account }) => account === `due:${holder}`)?.units ?? 0n)
}

function change(
  {
    split,
    token,
    units,
    usdMicros,
  }: { split: Split; token: Address; units: bigint; usdMicros: bigint },
  sign: bigint,
) {
  const { chainId, merchant, address } = split
  return {
    chainId,
    merchant,
    split: address,
    token,
    units: sign * units,
    usdMicros: sign * usdMicros,
  }
}
