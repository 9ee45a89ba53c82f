import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { nativeToken } from '../asset.js'
import { decodeTransfer } from '../watch/decode-logs.js'
import type { NamedRefund } from './refund-store.js'

/** Whether a transaction gave a buyer what a refund says, besides what it gave for others. */
export function isRefundedBy(
  { isSuccess, to, value, logs }: MinedTransaction,
  {
    buyer,
    token,
    units,
    takenUnits,
  }: Pick<NamedRefund, 'buyer' | 'token' | 'units' | 'takenUnits'>,
): boolean {
  if (!isSuccess) return false
  if (token === nativeToken) return to === buyer && value >= units + takenUnits
  const given = logs
    .map(decodeTransfer)
    .filter((transfer) => transfer?.token === token && transfer.to === buyer)
    .reduce((sum, transfer) => sum + (transfer?.units ?? 0n), 0n)
  return given >= units + takenUnits
}
