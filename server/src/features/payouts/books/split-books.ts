import type { Address, Hash } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros, shareOut } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import type { Amount, Entry, Share } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import { findSplitAt } from '../../split/find-split.js'
import type { Recipient, Split } from '../../split/split.js'
import { listEarlierPayouts } from '../read-model/split-store.js'
import { addPayout, addReceived, insertTotal } from './split-total-store.js'

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
 * Posts money that a split received without a receipt. Returns the part of the split's total that
 * is only known from releases.
 */
export async function postDirect(
  ctx: BookContext,
  input: SplitMoney & {
    split: Split
    token: Address
    key: string
    transactionHash: Hash | null
  },
): Promise<BaseUnits> {
  const { split, token, units, usdMicros, key, transactionHash } = input
  const { chainId, merchant } = split
  const all = [{ units, usdMicros }]
  const { shares, toppedUp } = await addAllToSplit(ctx, { split, token, all })
  await post(ctx, {
    merchant,
    key,
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash,
    payment: { asset: assetName({ chainId, token }), units, usdMicros, legs: shares[0] ?? [] },
  })
  return toppedUp
}

/**
 * Adds amounts one after the other to the total that a split received. Returns each recipient's
 * shares of each amount, and the part of the total that is only known from releases.
 */
export async function addAllToSplit(
  ctx: BookContext,
  { split, token, all }: { split: Split; token: Address; all: readonly SplitMoney[] },
): Promise<{ shares: Share[][]; toppedUp: BaseUnits }> {
  const units = all.reduce((sum, money) => sum + money.units, 0n)
  const usdMicros = all.reduce((sum, money) => sum + money.usdMicros, 0n)
  await openBooks(ctx, { split, token })
  const total = await addReceived(ctx.db, change({ split, token, units, usdMicros }, 1n))
  let received: bigint = total.received - units
  const shares = all.map((money) => {
    received += money.units
    const { recipients } = split
    return shareLegs({ units: money.units, received: baseUnits(received), recipients })
  })
  return { shares, toppedUp: total.toppedUp }
}

/**
 * Opens the books of a split that had paid out money before it was registered. That money is
 * neither in custody nor due, but counts in the shares of later payments. A posting without value
 * moves the units that recipients have received beyond their share.
 */
export async function openBooks(
  ctx: BookContext,
  { split, token }: { split: Split; token: Address },
): Promise<void> {
  if (!split.isRegistered) return
  const { chainId, merchant, address, recipients } = split
  const asset = { chainId, split: address, token }
  const earlier = await listEarlierPayouts(ctx.db, asset)
  const units = baseUnits(earlier.reduce((sum, payout) => sum + payout.units, 0n))
  if (units === 0n || !(await insertTotal(ctx.db, { ...asset, merchant, units }))) return
  for (const payout of earlier) await addPayout(ctx.db, { ...asset, ...payout, merchant })

  const paidTo = new Map(earlier.map((payout) => [payout.account, payout.units]))
  const movedShares = shareLegs({ units, received: units, recipients }).map((leg) => ({
    account: leg.account,
    units: baseUnits(leg.units - (paidTo.get(leg.account) ?? 0n)),
  }))
  const key = `opening:${chainId}:${address}:${token}`
  await postMoved(ctx, { split, token, key, moved: movedShares })
}

/**
 * Reverses a posting of money that a split received. The shares of later payments were rounded with
 * this one in the total, so a second posting moves the units that now belong to another recipient.
 * `fee` is the part of the posting that the split did not get. Returns the value of the posting.
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
  const movedShares = expected.map(({ account, units: leg }) => ({
    account,
    units: baseUnits(legOf(entries, account) - (account === fee?.account ? fee.units : 0n) - leg),
  }))
  await postMoved(ctx, { split, token, key: `rounding:${key}`, moved: movedShares })
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
 * Shares a payment among split recipients as the contract does: from everything received so far,
 * each share rounded down. The remainder goes to the merchant for now. The contract pays it to
 * others with a later payment, whose share for the merchant can therefore be negative.
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
  const remainder = units - legs.reduce((sum, leg) => sum + leg.units, 0n)
  const owner = Math.max(
    0,
    recipients.findIndex(({ role }) => role === 'merchant'),
  )
  return legs.map((leg, index) =>
    index === owner ? { ...leg, units: baseUnits(leg.units + remainder) } : leg,
  )
}
