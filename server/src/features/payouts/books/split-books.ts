import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros, shareOut } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import type { Amount, Entry, Share } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import { findSplitAt } from '../../split/find-split.js'
import type { Recipient, Split } from '../../split/split.js'
import { addPayout, addReceived, insertTotal, listEarlierPayouts } from './split-total-store.js'

type BookContext = Pick<TxContext, 'db' | 'now'>

type SplitMoney = { units: BaseUnits; usdMicros: Micros }

/** Finds the split that received or paid out money. */
export function findSplitOf(
  ctx: Pick<TxContext, 'db'>,
  { merchant, split: address }: { merchant: Address; split: Address },
): Promise<Split | null> {
  return findSplitAt(ctx, { merchant, address })
}

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
  const key = `opening:${chainId}:${address}:${token}`
  await postMoved(ctx, { split, token, key, moved })
}

/**
 * Reverses a posting of `addToSplit`. The shares of later payments were rounded with this one in the total, so a second
 * posting moves the units that now belong to another recipient. `fee` is the part of the posting that the split did not get. Returns the value of the posting.
 */
export async function reverseInSplit(
  ctx: BookContext,
  input: { split: Split; token: Address; key: string; fee?: (Amount & Share) | null },
): Promise<Micros> {
  const { split, token, key, fee = null } = input
  const { merchant, recipients } = split
  const entries = await reversePosting(ctx, { merchant, key, at: ctx.now() })
  const whole = entries?.find(({ account }) => account === 'custody')
  if (!entries || !whole) return micros(0n)
  const units = baseUnits(whole.units - (fee?.units ?? 0n))
  const usdMicros = whole.usdMicros - (fee?.usdMicros ?? 0n)
  const { received } = await addReceived(ctx.db, change({ split, token, units, usdMicros }, -1n))

  const expected = shareLegs({ units, received: baseUnits(received + units), recipients })
  const moved = expected.map(({ account, units: leg }) => ({
    account,
    units: baseUnits(legOf(entries, account) - (account === fee?.account ? fee.units : 0n) - leg),
  }))
  await postMoved(ctx, { split, token, key: `rounding:${key}`, moved })
  return whole.usdMicros
}

/** Posts units that move between recipients, without value. */
async function postMoved(
  ctx: BookContext,
  input: { split: Split; token: Address; key: string; moved: readonly Share[] },
): Promise<void> {
  const { split, token, key, moved } = input
  const { chainId, merchant } = split
  if (moved.every((share) => share.units === 0n)) return
  await post(ctx, {
    merchant,
    key,
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash: null,
    rounding: { asset: assetName({ chainId, token }), shares: moved },
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

/**
 * Shares a payment among split recipients as the contract does: from everything received so far, each share rounded down.
 * The remainder goes to the merchant for now. The contract pays it to others with a later payment, whose share for the
 * merchant can therefore be negative.
 */
export function shareLegs(input: {
  units: BaseUnits
  /** The split's total received, including this payment. */
  received: BaseUnits
  recipients: readonly Recipient[]
}): { account: Address; units: BaseUnits }[] {
  const { units, received, recipients } = input
  const bps = recipients.map(({ sharesBps }) => sharesBps)
  const before = shareOut(baseUnits(received - units), bps)
  const after = shareOut(received, bps)
  const legs = recipients.map(({ address }, index) => ({
    account: address,
    units: baseUnits((after[index] ?? 0n) - (before[index] ?? 0n)),
  }))
  const rest = units - legs.reduce((sum, leg) => sum + leg.units, 0n)
  const owner = Math.max(
    0,
    recipients.findIndex(({ role }) => role === 'merchant'),
  )
  return legs.map((leg, index) =>
    index === owner ? { ...leg, units: baseUnits(leg.units + rest) } : leg,
  )
}
