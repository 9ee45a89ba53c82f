import type { Address } from '../../../lib/hex.js'
import { baseUnits, isPosted, micros, prorate } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import type { Amount, Share } from '../../ledger/entry.js'
import { type NewPosting, postAll, reversePosting } from '../../ledger/post.js'
import { listPosted } from '../../ledger/receipt-ledger.js'
import type { Payment } from '../../payments/payment.js'
import { addAllToSplit, reverseInSplit } from '../../payouts/books/split-books.js'
import { reduceTopUps } from '../../payouts/books/top-up.js'
import { findSplitAt } from '../../split/find-split.js'
import type { Split } from '../../split/split.js'

/**
 * Reconciles the ledger with the payments of a receipt: posts confirmed ones and reverses orphaned
 * ones. Returns the payments with their new ledger revisions.
 */
export async function bookPayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const bookedPayments: Payment[] = []
  const unposted: Payment[] = []
  const findSplit = rememberSplits(ctx)
  const arrived = await listPostedArrivals(ctx, payments)
  for (const payment of payments) {
    const wasPosted = isPosted(payment)
    const shouldPost = payment.state === 'confirmed' && isBookable(payment)
    const hasLeft = await reverseLost(ctx, payment, arrived)
    let { ledgerRevision } = payment
    if (wasPosted && (!shouldPost || hasLeft)) {
      await reversePayment(ctx, payment, await findSplit(payment))
      ledgerRevision += 1
    }
    if (shouldPost && !isPosted({ ledgerRevision })) {
      ledgerRevision += 1
      unposted.push({ ...payment, ledgerRevision })
    }
    bookedPayments.push({ ...payment, ledgerRevision })
  }
  const { postings, topUps } = await preparePayments(ctx, unposted, findSplit)
  postings.push(...(await prepareArrivals(ctx, { payments: bookedPayments, arrived, findSplit })))
  await postAll(ctx, postings)
  for (const topUp of topUps) await reduceTopUps(ctx, topUp)
  return bookedPayments
}

type FindSplit = ReturnType<typeof rememberSplits>

/** Finds the split that money was paid to, or null for a wallet. */
export function findPayoutSplit(
  ctx: Pick<TxContext, 'db'>,
  { merchant, payoutAddress: address }: { merchant: Address; payoutAddress: Address },
): Promise<Split | null> {
  return findSplitAt(ctx, { merchant, address })
}

/** Finds each split once. */
function rememberSplits(ctx: Pick<TxContext, 'db'>) {
  const splits = new Map<string, Promise<Split | null>>()
  return ({ merchant, payoutAddress }: Payment): Promise<Split | null> => {
    const split = splits.get(payoutAddress) ?? findPayoutSplit(ctx, { merchant, payoutAddress })
    splits.set(payoutAddress, split)
    return split
  }
}

/** Lists the keys of arrivals in the ledger, reversed ones too. */
async function listPostedArrivals(
  ctx: Pick<TxContext, 'db'>,
  payments: readonly Payment[],
): Promise<Set<string>> {
  const [first] = payments
  const keys = payments
    .filter(isPosted)
    .flatMap((payment) => [arrivalKeyOf(payment), claimKeyOf(payment)])
  return first ? listPosted(ctx, { merchant: first.merchant, keys }) : new Set()
}

/** Excludes unknown tokens, and payments that name a receipt but went to another payout address. */
export function isBookable({ chainId, token, usdMicros, mismatch }: Payment): boolean {
  return usdMicros !== null && mismatch !== 'wrong_payout' && findAsset(chainId, token) !== null
}

type TopUp = Parameters<typeof reduceTopUps>[1]

/**
 * Adds payments to the totals of their splits, with few statements: third parties can make any
 * number of them. Returns their postings, and the payments that may be in the ledger already as
 * top-ups of releases.
 */
async function preparePayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
  findSplit: FindSplit,
): Promise<{ postings: NewPosting[]; topUps: TopUp[] }> {
  const postings: NewPosting[] = []
  const topUps: TopUp[] = []
  const groups = new Map<string, Payment[]>()
  for (const payment of payments) {
    const key = `${payment.payoutAddress} ${payment.token}`
    const group = groups.get(key)
    if (group) group.push(payment)
    else groups.set(key, [payment])
  }
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { token } = first
    const split = await findSplit(first)
    const all = group.map(splitPartOf)
    const added = split && (await addAllToSplit(ctx, { split, token, all }))
    const now = ctx.now()
    postings.push(
      ...group.map((payment, index) =>
        postingOf(payment, added ? withFee(added.shares[index], payment) : legsOf(payment), now),
      ),
    )
    if (!split || !added || added.toppedUp === 0n) continue
    for (const [index, { arrivedBlock: blockNumber, arrivedLog: logIndex }] of group.entries()) {
      const units = all[index]?.units
      if (blockNumber === null || logIndex === null || units === undefined) continue
      topUps.push({ split, token, units, arrival: { blockNumber, logIndex } })
    }
  }
  return { postings, topUps }
}

function withFee(shares: readonly Share[] = [], { chargeFee }: Payment): Share[] {
  return chargeFee ? [...shares, chargeFee] : [...shares]
}

function postingOf(payment: Payment, legs: readonly Share[], at: UnixMs): NewPosting {
  return {
    ...aboutPayment(payment),
    key: keyOf(payment, payment.ledgerRevision),
    kind: payment.kind === 'charge' ? 'charge' : 'payment',
    at,
    payment: { ...amountOf(payment), legs },
  }
}

/** Returns the shares of a payment to a wallet: all of it, or all but the fee of a charge. */
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
  else await reverse(ctx, { merchant, key })
}

/**
 * Returns the postings of payments that went to a wallet: they are paid out on arrival. A split
 * posts its own releases, without the fee of a charge. The part of the fee that is owed is paid out
 * when it is claimed.
 */
async function prepareArrivals(
  ctx: Pick<TxContext, 'db' | 'now'>,
  input: { payments: readonly Payment[]; arrived: ReadonlySet<string>; findSplit: FindSplit },
): Promise<NewPosting[]> {
  const { arrived, findSplit } = input
  const postings: NewPosting[] = []
  for (const payment of input.payments.filter(isPosted)) {
    const base = { ...aboutPayment(payment), kind: 'release', at: ctx.now() } as const
    const isToSplit = (await findSplit(payment)) !== null
    const paid = payment.releasedBlock === null ? null : arrivedOf(payment, { isToSplit })
    const owed = payment.feeClaimedBlock === null ? null : feesOf(payment).owed
    for (const { key, part } of [
      { key: arrivalKeyOf(payment), part: paid },
      { key: claimKeyOf(payment), part: owed && { ...owed, legs: [owed] } },
    ]) {
      if (part && !arrived.has(key)) postings.push({ ...base, key, arrival: part })
    }
  }
  return postings
}

/** Reverses the arrivals of a payment if a reorg removed one. Returns whether any was posted. */
async function reverseLost(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payment: Payment,
  arrived: ReadonlySet<string>,
): Promise<boolean> {
  const { merchant, releasedBlock, feeClaimedBlock } = payment
  const [arrival, claim] = [arrivalKeyOf(payment), claimKeyOf(payment)]
  const isArrivalLost = releasedBlock === null && arrived.has(arrival)
  const isClaimLost = feeClaimedBlock === null && arrived.has(claim)
  if (!isArrivalLost && !isClaimLost) return false
  const posted = [arrival, claim].filter((key) => arrived.has(key))
  let isReversed = false
  for (const key of posted) {
    if (await reverse(ctx, { merchant, key })) isReversed = true
  }
  return isReversed
}

/** Returns false when there is nothing to reverse. */
async function reverse(
  ctx: Pick<TxContext, 'db' | 'now'>,
  posting: { merchant: Address; key: string },
): Promise<boolean> {
  return (await reversePosting(ctx, { ...posting, at: ctx.now() })) !== null
}

/** Includes the key of the current posting, so that a repeated arrival gets its own key. */
function arrivalKeyOf(payment: Payment): string {
  return `arrived:${keyOf(payment, payment.ledgerRevision)}`
}

function claimKeyOf(payment: Payment): string {
  return `claimed:${keyOf(payment, payment.ledgerRevision)}`
}

function aboutPayment({ merchant, receiptId, transactionHash }: Payment) {
  return { merchant, receiptId, transactionHash }
}

/** Returns the part of a payment that reached wallets with it, or null. */
function arrivedOf(
  payment: Payment,
  { isToSplit }: { isToSplit: boolean },
): (Amount & { legs: Share[] }) | null {
  const { paid, owed } = feesOf(payment)
  if (isToSplit) return paid && { ...paid, legs: [paid] }
  const whole = amountOf(payment)
  if (!owed) return { ...whole, legs: legsOf(payment) }
  const { account, units } = splitPartOf(payment)
  return {
    ...whole,
    units: baseUnits(whole.units - owed.units),
    usdMicros: micros(whole.usdMicros - owed.usdMicros),
    legs: [{ account, units }, ...(paid ? [paid] : [])],
  }
}

/** Returns the part of a payment that its payout received: all but the platform's charge fee. */
function splitPartOf(payment: Payment): Amount & Share {
  const amount = { ...amountOf(payment), account: payment.payoutAddress }
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
  const { account, units: feeUnits } = chargeFee
  return { account, units: feeUnits, asset: amount.asset, usdMicros: micros(worth ?? 0n) }
}

/** Returns the fee of a charge that was paid with it, and the fee that is owed. */
function feesOf(payment: Payment): Record<'paid' | 'owed', (Amount & Share) | null> {
  const fee = feeOf(payment)
  const owedUnits = payment.chargeFee?.owedUnits ?? 0n
  if (!fee || owedUnits === 0n) return { paid: fee, owed: null }
  const paidUnits = fee.units - owedUnits
  const [paidMicros = 0n, owedMicros = 0n] = prorate(fee.usdMicros, [paidUnits, owedUnits])
  const owed = { ...fee, units: baseUnits(owedUnits), usdMicros: micros(owedMicros) }
  if (paidUnits === 0n) return { paid: null, owed }
  return { paid: { ...fee, units: baseUnits(paidUnits), usdMicros: micros(paidMicros) }, owed }
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
