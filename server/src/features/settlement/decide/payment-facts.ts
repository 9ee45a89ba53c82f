import type { Address } from '../../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { isCounted } from '../../../platform/chain/assets/value-payments.js'
import type { Bill } from '../../../platform/chain/assets/value-units.js'
import type { Payment } from '../../payments/payment.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findCompleting } from './find-completing.js'

/** The payment fields of a receipt. */
export type PaymentFacts = Pick<
  Receipt,
  'transactionHash' | 'transactionAt' | 'paymentToken' | 'paymentAmount' | 'buyerWallet'
>

export const noFacts: PaymentFacts = {
  transactionHash: null,
  transactionAt: null,
  paymentToken: null,
  paymentAmount: null,
  buyerWallet: null,
}

/**
 * Derives the payment fields. The transaction is the one that completed the amount, or else the
 * last one. The buyer is the wallet that paid most, because anyone may add a small payment.
 */
export function paymentFacts(payments: readonly Payment[], bill: Bill): PaymentFacts {
  const onChain = payments.filter(({ state }) => state !== 'orphaned')
  const counted = onChain.filter(isHeld)
  const completing = findCompleting(counted, bill) ?? counted.length - 1
  const last = counted[completing] ?? onChain.at(-1)
  if (!last) return noFacts
  const asset = findAsset(last.chainId, last.token)
  const sameToken = counted.filter(({ token }) => token === last.token)
  const units = baseUnits(sameToken.reduce((sum, payment) => sum + payment.units, 0n))
  return {
    transactionHash: last.transactionHash,
    transactionAt: last.paidAt,
    paymentToken: asset?.symbol ?? null,
    paymentAmount: asset && baseUnitsToDecimal(units, asset.decimals),
    buyerWallet: findBuyer(
      counted.length > 0 ? paymentsThrough(last.transactionHash, counted) : onChain,
    ),
  }
}

/** Derives the buyer of a paid receipt again: a payer may become known or unknown afterwards. */
export function findPaidBuyer(
  { transactionHash, buyerWallet }: Pick<Receipt, 'transactionHash' | 'buyerWallet'>,
  payments: readonly Payment[],
): Address | null {
  const counted = paymentsThrough(transactionHash, payments.filter(isHeld))
  return counted.length > 0 ? findBuyer(counted) : buyerWallet
}

/** Returns whether a payment counts and was not returned as credit. */
function isHeld(payment: Payment): boolean {
  return isCounted(payment) && payment.units > 0n
}

/** Returns the payments up to the last one in a transaction: later ones do not change the buyer. */
function paymentsThrough(transactionHash: string | null, payments: readonly Payment[]): Payment[] {
  const last = payments.findLastIndex((payment) => payment.transactionHash === transactionHash)
  return payments.slice(0, last + 1)
}

/** Returns null when most of the amount came from unknown payers. */
function findBuyer(payments: readonly Payment[]): Address | null {
  const sums = new Map<Address | null, bigint>()
  for (const { payer, usdMicros } of payments) {
    sums.set(payer, (sums.get(payer) ?? 0n) + (usdMicros ?? 0n))
  }
  const [first] = [...sums].toSorted(([, a], [, b]) => (a < b ? 1 : -1))
  return first?.[0] ?? null
}
