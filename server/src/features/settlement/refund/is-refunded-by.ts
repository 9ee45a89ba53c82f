import type { Address } from '../../../lib/hex.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { decodeTransfer } from '../watch/decode-logs.js'
import type { OwedPart } from './refund-parts.js'

/** A part of a refund that a buyer received. */
export type Given = OwedPart & { buyer: Address }

/** Returns whether a transaction paid every part of a refund, beyond what it paid for other refunds. */
export function isRefundedBy(
  transaction: MinedTransaction,
  refund: { buyer: Address; parts: readonly OwedPart[]; taken: readonly Given[] },
): boolean {
  const { buyer, parts, taken } = refund
  if (!transaction.isSuccess || parts.length === 0) return false
  return parts.every(({ token, units }) => {
    const others = taken.filter((one) => one.buyer === buyer && one.token === token)
    return givenBy(transaction, { buyer, token }) >= units + sumUnits(others)
  })
}

function givenBy(
  { to, value, logs }: MinedTransaction,
  { buyer, token }: { buyer: Address; token: Address },
): bigint {
  if (token === nativeToken) return to === buyer ? value : 0n
  const transfers = logs.flatMap((log) => decodeTransfer(log) ?? [])
  return sumUnits(transfers.filter((transfer) => transfer.token === token && transfer.to === buyer))
}

function sumUnits(amounts: readonly { units: bigint }[]): bigint {
  return amounts.reduce((sum, { units }) => sum + units, 0n)
}
