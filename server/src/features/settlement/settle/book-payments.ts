import type { Address } from '../../../lib/hex.js'
import { baseUnits, micros, prorate } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { arrivalEntries, paymentEntries } from '../../ledger/entries.js'
import type { Amount, Posting, Share } from '../../ledger/entry.js'
import { postAll } from '../../ledger/post.js'
import { listPosted } from '../../ledger/receipt-ledger.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { findSplitAt } from '../../split/find-split-at.js'
import type { Split } from '../../split/split.js'
import { findAsset } from '../asset.js'
import { isPosted, type Payment } from '../payment.js'
import { addAllToSplit, reverseInSplit } from './split-books.js'
import { reduceTopUps } from './top-up.js'

/**
 * Reconciles the ledger with the payments of a receipt: posts confirmed ones and reverses orphaned ones. Returns the
 * payments with their new ledger revisions.
 */
export async function bookPayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const booked: Payment[] = []
  const unposted: Payment[] = []
  const findSplit = rememberSplits(ctx)
  const arrived = await listPostedArrivals(ctx, payments)
  for (const payment of payments) {
    const wasPosted = isPosted(payment)
    const shouldPost = payment.state === 'confirmed' && isOurs(payment)
    const hasLeft =
      payment.releasedBlock === null &&
      arrived.has(arrivalKeyOf(payment)) &&
      (await reverseArrival(ctx, payment))
    let { ledgerRevision } = payment
    if (wasPosted && (!shouldPost || hasLeft)) {
      await reversePayment(ctx, payment, await findSplit(payment))
      ledgerRevision += 1
    }
    if (shouldPost && !isPosted({ ledgerRevision })) {
      ledgerRevision += 1
      unposted.push({ ...payment, ledgerRevision })
    }
    booked.push({ ...payment, ledgerRevision })
  }
  await postPayments(ctx, unposted, findSplit)
  await postArrivals(
    ctx,
    booked.filter((one) => !arrived.has(arrivalKeyOf(one))),
    findSplit,
  )
  return booked
}

type FindSplit = ReturnType<typeof rememberSplits>

/** Finds each split once. */
function rememberSplits(ctx: Pick<TxContext, 'db'>) {
  const splits = new Map<string, Promise<Split | null>>()
  return ({ merchant, payoutAddress }: Payment): Promise<Split | null> => {
    const found =
      splits.get(payoutAddress) ?? findSplitAt(ctx, { merchant, address: payoutAddress })
    splits.set(payoutAddress, found)
    return found
  }
}

/** Lists the keys of arrivals in the ledger, reversed ones too. */
async function listPostedArrivals(
  ctx: Pick<TxContext, 'db'>,
  payments: readonly Payment[],
): Promise<Set<string>> {
  const [first] = payments
  const keys = payments.filter(isPosted).map(arrivalKeyOf)
  return first ? listPosted(ctx, { merchant: first.merchant, keys }) : new Set()
}

/** Excludes unknown tokens, and payments that name a receipt but went to another payout address. */
export function isOurs({ chainId, token, usdMicros, mismatch }: Payment): boolean {
  return usdMicros !== null && mismatch !== 'wrong_payout' && findAsset(chainId, token) !== null
}

/** Posts payments with few statements: strangers can make any number of them. */
async function postPayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
  findSplit: FindSplit,
): Promise<void> {
  const groups = new Map<string, Payment[]>()
  for (const payment of payments) {
    const key = `${payment.payoutAddress} ${payment.token}`
    const group = groups.get(key)
    if (group) group.push(payment)
    else groups.set(key, [payment])
  }
  for (const group of groups.values()) {
    const [first] = group
    const split = first ? await findSplit(first) : null
    if (first && split) await postToSplit(ctx, { payments: group, split, token: first.token })
    else
      await postAll(
        ctx,
        group.map((one) => postingOf(one, legsOf(one), ctx.now())),
      )
  }
}

async function postToSplit(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { payments, split, token }: { payments: readonly Payment[]; split: Split; token: Address },
): Promise<void> {
  const all = payments.map(splitPartOf)
  const { shares, toppedUp } = await addAllToSplit(ctx, { split, token, all })
  const now = ctx.now()
  await postAll(
    ctx,
    payments.map((payment, index) => {
      const legs = [...(shares[index] ?? []), ...(payment.chargeFee ? [payment.chargeFee] : [])]
      return postingOf(payment, legs, now)
    }),
  )
  if (toppedUp === 0n) return
  for (const [index, { arrivedBlock: blockNumber, arrivedLog: logIndex }] of payments.entries()) {
    const units = all[index]?.units
    if (blockNumber === null || logIndex === null || units === undefined) continue
    await reduceTopUps(ctx, { split, token, units, arrival: { blockNumber, logIndex } })
  }
}

function postingOf(payment: Payment, legs: readonly Share[], at: UnixMs): Posting {
  return {
    ...aboutPayment(payment),
    key: keyOf(payment, payment.ledgerRevision),
    kind: payment.kind === 'charge' ? 'charge' : 'payment',
    at,
    entries: paymentEntries({ ...amountOf(payment), legs }),
  }
}

/** Returns the shares of a payment to a wallet: all of it, or all but the platform's fee of a charge. */
function legsOf({ payoutAddress, units, chargeFee }: Payment): Share[] {
  if (!chargeFee) return [{ account: payoutAddress, units }]
  return [{ account: payoutAddress, units: baseUnits(units - chargeFee.units) }, chargeFee]
}

async function reversePayment(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payment: Payment,
  split: Split | null,
): Promise<void> {
  const { merchant, token } = payment
  const key = keyOf(payment, payment.ledgerRevision)
  if (split) await reverseInSplit(ctx, { split, token, key, fee: feeOf(payment) })
  else await reversePosting(ctx, { merchant, key, at: ctx.now() })
}

/**
 * Posts the payouts of payments that went to a wallet: they are paid out on arrival. A split posts its own releases, without
 * the fee of a charge.
 */
async function postArrivals(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
  findSplit: FindSplit,
): Promise<void> {
  const postings: Posting[] = []
  for (const payment of payments) {
    if (!isPosted(payment) || payment.releasedBlock === null) continue
    const fee = feeOf(payment)
    const isToSplit = (await findSplit(payment)) !== null
    if (isToSplit && !fee) continue
    const paid = isToSplit && fee ? { ...fee, legs: [fee] } : wholeOf(payment)
    postings.push({
      ...aboutPayment(payment),
      key: arrivalKeyOf(payment),
      kind: 'release',
      at: ctx.now(),
      entries: arrivalEntries(paid),
    })
  }
  await postAll(ctx, postings)
}

/** Reverses the arrival, which a reorg may remove without the payment. Returns false when none was posted. */
function reverseArrival(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<boolean> {
  const { merchant } = payment
  return reversePosting(ctx, { merchant, key: arrivalKeyOf(payment), at: ctx.now() })
}

/** Includes the key of the payment's current posting, so that a repeated arrival gets a key of its own. */
function arrivalKeyOf(payment: Payment): string {
  return `arrived:${keyOf(payment, payment.ledgerRevision)}`
}

function aboutPayment({ merchant, receiptId, transactionHash }: Payment) {
  return { merchant, receiptId, transactionHash }
}

function wholeOf(payment: Payment): Amount & { legs: Share[] } {
  return { ...amountOf(payment), legs: legsOf(payment) }
}

/** Returns the part of a payment that its split received: all but the platform's fee of a charge. */
function splitPartOf(payment: Payment): Amount {
  const amount = amountOf(payment)
  const fee = feeOf(payment)
  if (!fee) return amount
  return {
    ...amount,
    units: baseUnits(amount.units - fee.units),
    usdMicros: micros(amount.usdMicros - fee.usdMicros),
  }
}

/** Returns the platform's fee of a charge with its value, or null. */
function feeOf(payment: Payment): (Amount & Share) | null {
  const { units, chargeFee } = payment
  if (!chargeFee) return null
  const amount = amountOf(payment)
  const [, worth] = prorate(amount.usdMicros, [units - chargeFee.units, chargeFee.units])
  return { ...chargeFee, asset: amount.asset, usdMicros: micros(worth ?? 0n) }
}

function amountOf(payment: Payment): Amount {
  return {
    asset: assetName(payment),
    units: payment.units,
    usdMicros: payment.usdMicros ?? micros(0n),
  }
}

/** Unique per posting: a reorg may remove the payment and bring it back. */
function keyOf({ chainId, blockHash, logIndex }: Payment, ledgerRevision: number): string {
  return `pay:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}
