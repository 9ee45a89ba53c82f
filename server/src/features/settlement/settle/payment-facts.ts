import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findAsset } from '../asset.js'
import type { Payment } from '../payment.js'
import { counts } from '../value-payments.js'

/** What a receipt says about how it was paid. */
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

/** Of the payment that made it enough; where none counts, of the last one that does not. */
export function paymentFacts(payments: readonly Payment[]): PaymentFacts {
  const there = payments.filter(({ state }) => state !== 'orphaned')
  const good = there.filter(counts)
  const last = good.at(-1) ?? there.at(-1)
  if (!last) return noFacts
  const asset = findAsset(last.chainId, last.token)
  const same = good.filter(({ token }) => token === last.token)
  const units = baseUnits(same.reduce((sum, one) => sum + one.units, 0n))
  return {
    transactionHash: last.transactionHash,
    transactionAt: last.paidAt,
    paymentToken: asset?.symbol ?? null,
    paymentAmount: asset?.symbol === 'ETH' ? baseUnitsToDecimal(units, asset.decimals) : null,
    buyerWallet: last.payer,
  }
}
