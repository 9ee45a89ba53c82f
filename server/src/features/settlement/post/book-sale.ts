import type { Address } from '../../../lib/hex.js'
import { baseUnits, isPosted, type Micros, micros, microsFromCents } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import { isCounted } from '../../../platform/chain/assets/value-payments.js'
import type { TxContext } from '../../../platform/context.js'
import { feeBpsOf } from '../../../platform/limits/platform-fee.js'
import type { Portion } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import type { Payment } from '../../payments/payment.js'
import { billParts } from '../../receipts/amounts/bill-parts.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findPayoutSplit } from './book-payments.js'

/** Posts or reverses the sale of a receipt, by `isSold`. Returns the sale's ledger revision. */
export async function bookSale(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: {
    receipt: Receipt
    payments: readonly Payment[]
    isSold: boolean
    ledgerRevision: number
  },
): Promise<number> {
  const { receipt, isSold, ledgerRevision } = input
  const { merchant, id } = receipt
  if (isSold === isPosted({ ledgerRevision })) return ledgerRevision
  if (!isSold) {
    await reversePosting(ctx, { merchant, key: keyOf(id, ledgerRevision), at: ctx.now() })
    return ledgerRevision + 1
  }

  const payoutAddress = payoutOf(input.payments) ?? receipt.payoutAddress
  const split = await findPayoutSplit(ctx, { merchant, payoutAddress })
  await post(ctx, {
    merchant,
    key: keyOf(id, ledgerRevision + 1),
    kind: 'sale',
    at: ctx.now(),
    receiptId: id,
    transactionHash: receipt.transactionHash,
    sale: {
      portions: portionsOf(input.payments, microsFromCents(receipt.totalUsdCents)),
      bill: billParts(receipt, feeBpsOf(split, ctx.config)),
      platformBps: split ? feeBpsOf(split, ctx.config) : 0,
    },
  })
  return ledgerRevision + 1
}

/**
 * Returns the payout address that received the most. It differs from that of the receipt when the
 * bill was replaced after the split had changed, and the buyer paid to the earlier deposit address.
 */
function payoutOf(payments: readonly Payment[]): Address | null {
  const sums = new Map<Address, bigint>()
  for (const { payoutAddress, usdMicros } of payments.filter(isUsable)) {
    sums.set(payoutAddress, (sums.get(payoutAddress) ?? 0n) + (usdMicros ?? 0n))
  }
  const [largest] = [...sums].toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
  return largest?.[0] ?? null
}

/** A payment without a value is not posted yet, and one without units was returned. */
function isUsable(payment: Payment): boolean {
  const { state, usdMicros, units } = payment
  return isCounted(payment) && state === 'confirmed' && usdMicros !== null && units > 0n
}

/** Returns the part of each payment that the bill uses, in order. The rest is still the buyer's. */
export function portionsOf(payments: readonly Payment[], due: Micros): Portion[] {
  const portions: Portion[] = []
  let remaining: bigint = due
  const usable = payments.filter(isUsable)
  for (const [index, payment] of usable.entries()) {
    if (remaining === 0n) break
    const worth = payment.usdMicros ?? 0n
    const isLast = index === usable.length - 1
    // Together the payments cover the bill, so the last one absorbs the rounding of the others.
    const portionMicros = worth < remaining && !isLast ? worth : remaining
    const isWhole = portionMicros >= worth
    const units = isWhole ? payment.units : (payment.units * portionMicros + worth - 1n) / worth
    portions.push({
      asset: assetName(payment),
      units: baseUnits(units),
      usdMicros: micros(portionMicros),
      feeUnits: baseUnits(((payment.chargeFee?.units ?? 0n) * units) / payment.units),
    })
    remaining -= portionMicros
  }
  return portions
}

function keyOf(receiptId: string, ledgerRevision: number): string {
  return `sale:${receiptId}:${ledgerRevision}`
}
