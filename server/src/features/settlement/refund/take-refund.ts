import type { Address } from '../../../lib/hex.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { decodeTransfer } from '../watch/decode-logs.js'
import type { OwedPart } from './refund-parts.js'

/** Units of a transaction that count for a refund. */
export type Given = { buyer: Address; token: Address; units: bigint }

/**
 * Returns what a refund takes of a transaction, beyond what other refunds took. Null when a part is short by more than one
 * cent, or nothing of it was paid.
 */
export function takeRefund(
  transaction: MinedTransaction,
  refund: { buyer: Address; parts: readonly OwedPart[]; taken: readonly Given[] },
): Given[] | null {
  const { buyer, parts, taken } = refund
  if (!transaction.isSuccess || parts.length === 0) return null
  const given = parts.map(({ token, units, centUnits }) => {
    const others = taken.filter((one) => one.buyer === buyer && one.token === token)
    const left = givenBy(transaction, { buyer, token }) - sumUnits(others)
    const isCovered = left > 0n && left + centUnits >= units
    return isCovered ? { buyer, token, units: left < units ? left : units } : null
  })
  return given.every((one) => one !== null) ? given : null
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
