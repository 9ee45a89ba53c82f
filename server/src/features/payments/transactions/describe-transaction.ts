import { type BaseUnits, baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { shareOut } from '../../split/split.js'
import type { SplitPayment } from './store.js'

/** Describes a payment through a split, or returns null for an unknown token. */
export function describeTransaction(payment: SplitPayment) {
  const { chainId, transactionHash, logIndex, receiptId, token, units, recipients } = payment
  const asset = findAsset(chainId, token)
  if (!asset) return null
  const platform = recipients.find(({ role }) => role === 'platform')
  const [fees = baseUnits(0n)] = shareOut(units, [platform?.sharesBps ?? 0])
  const decimal = (amount: BaseUnits) => Number(baseUnitsToDecimal(amount, asset.decimals))
  return {
    id: `${transactionHash}:${logIndex}`,
    receiptId,
    currency: asset.symbol,
    amount: decimal(units),
    fees: decimal(fees),
    status: statusOf(payment),
    transactionHash,
    timestamp: new Date(payment.paidAt).toISOString(),
  }
}

function statusOf({ state, isReleased }: SplitPayment): 'pending' | 'released' | 'failed' {
  if (state === 'orphaned') return 'failed'
  return isReleased ? 'released' : 'pending'
}
