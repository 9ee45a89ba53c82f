import { micros } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { paymentEntries, releaseEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { findSplitAt } from '../../split/find-split-at.js'
import type { Split } from '../../split/split.js'
import { findAsset } from '../asset.js'
import type { Payment } from '../payment.js'
import { shareLegs } from './share-legs.js'
import { addReceived } from './split-total-store.js'

/**
 * Brings the ledger into line with the payments of a receipt: enters what is confirmed and takes out what the chain
 * took back. Returns them as they are then.
 */
export async function bookPayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const booked: Payment[] = []
  for (const payment of payments) {
    const isIn = payment.posted % 2 === 1
    const shouldBeIn = payment.state === 'confirmed' && isOurs(payment)
    const hasLeft = isIn && payment.releasedBlock === null && (await takeOutArrival(ctx, payment))
    let { posted } = payment
    if (isIn && (!shouldBeIn || hasLeft)) {
      await takeOut(ctx, payment)
      posted += 1
    }
    if (shouldBeIn && posted % 2 === 0) {
      await enter(ctx, { ...payment, posted })
      posted += 1
    }
    if (shouldBeIn && payment.releasedBlock !== null)
      await enterArrival(ctx, { ...payment, posted })
    booked.push({ ...payment, posted })
  }
  return booked
}

/** Not what is none of our tokens, nor what somebody paid to somebody else in the name of a receipt. */
function isOurs({ chainId, token, usdMicros, mismatch }: Payment): boolean {
  return usdMicros !== null && mismatch !== 'wrong_payout' && findAsset(chainId, token) !== null
}

async function enter(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<void> {
  const { merchant, payoutAddress, units } = payment
  const split = await findSplitAt(ctx, { merchant, address: payoutAddress })
  const legs = split ? await splitLegs(ctx, payment, split) : [{ account: payoutAddress, units }]
  await post(ctx, {
    ...aboutPayment(payment),
    key: keyOf(payment, payment.posted + 1),
    kind: 'payment',
    at: ctx.now(),
    entries: paymentEntries({ ...amountOf(payment), legs }),
  })
}

async function splitLegs(ctx: Pick<TxContext, 'db'>, payment: Payment, { recipients }: Split) {
  const { units } = payment
  const { received } = await addReceived(ctx.db, totalChange(payment, 1n))
  return shareLegs({ units, received, recipients })
}

async function takeOut(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<void> {
  const { merchant, payoutAddress } = payment
  await reversePosting(ctx, { merchant, key: keyOf(payment, payment.posted), at: ctx.now() })
  if (await findSplitAt(ctx, { merchant, address: payoutAddress })) {
    await addReceived(ctx.db, totalChange(payment, -1n))
  }
}

/** What went to a wallet instead of a split is paid out when it arrives. */
async function enterArrival(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<void> {
  const { merchant, payoutAddress } = payment
  if (await findSplitAt(ctx, { merchant, address: payoutAddress })) return
  await post(ctx, {
    ...aboutPayment(payment),
    key: arrivalKeyOf(payment),
    kind: 'release',
    at: ctx.now(),
    entries: releaseEntries({ ...amountOf(payment), account: payoutAddress }),
  })
}

/** The chain took back the arrival, maybe not the payment. True when there was one to take out. */
function takeOutArrival(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<boolean> {
  const { merchant } = payment
  return reversePosting(ctx, { merchant, key: arrivalKeyOf(payment), at: ctx.now() })
}

/** Belongs to one time that the payment was entered: an arrival that comes again comes with it. */
function arrivalKeyOf(payment: Payment): string {
  return `arrived:${keyOf(payment, payment.posted)}`
}

function totalChange(payment: Payment, sign: bigint) {
  const { chainId, token, merchant, payoutAddress: split } = payment
  const usdMicros = sign * (payment.usdMicros ?? 0n)
  return { chainId, token, merchant, split, units: sign * payment.units, usdMicros }
}

function aboutPayment({ merchant, receiptId, transactionHash }: Payment) {
  return { merchant, receiptId, transactionHash }
}

function amountOf(payment: Payment) {
  return {
    asset: assetName(payment),
    units: payment.units,
    usdMicros: payment.usdMicros ?? micros(0n),
  }
}

/** Unique for every time it is entered: the chain may take it back and bring it again. */
function keyOf({ chainId, blockHash, logIndex }: Payment, posted: number): string {
  return `pay:${chainId}:${blockHash}:${logIndex}:${posted}`
}
