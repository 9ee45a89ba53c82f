import type { Address } from '../../../lib/hex.js'
import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { decodeTransfer } from '../watch/decode-logs.js'
import type { OwedPart } from './refund-parts.js'
import { isSenderFor, type RefundSenders } from './refund-senders.js'

/** Units of a transaction that count for a refund of a merchant. */
export type Given = { merchant: Address; buyer: Address; token: Address; units: bigint }

/**
 * Returns what a refund takes of a transaction, beyond what other refunds of the merchant took. Null when a part is short
 * by more than one cent, or nothing of it was paid.
 */
export function takeRefund(
  transaction: MinedTransaction,
  refund: {
    merchant: Address
    buyer: Address
    parts: readonly OwedPart[]
    taken: readonly Given[]
    senders: RefundSenders
  },
): Given[] | null {
  const { merchant, buyer, parts, senders } = refund
  if (!transaction.isSuccess || parts.length === 0) return null
  const given = parts.map(({ token, units, centUnits }) => {
    const isSender = (wallet: Address) => isSenderFor(senders, { wallet, merchant })
    const left = givenBy(transaction, { buyer, token, isSender }) - takenOf(refund, token)
    const isCovered = left > 0n && left + centUnits >= units
    return isCovered ? { merchant, buyer, token, units: left < units ? left : units } : null
  })
  return given.every((one) => one !== null) ? given : null
}

function givenBy(
  { from, to, value, logs }: MinedTransaction,
  input: { buyer: Address; token: Address; isSender: (wallet: Address) => boolean },
): bigint {
  const { buyer, token, isSender } = input
  if (token === nativeToken) return to === buyer && isSender(from) ? value : 0n
  const transfers = logs.flatMap((log) => decodeTransfer(log) ?? [])
  return sumUnits(
    transfers.filter((one) => one.token === token && one.to === buyer && isSender(one.from)),
  )
}

/** Sums what other refunds of the same merchant and buyer took. */
function takenOf(
  { merchant, buyer, taken }: { merchant: Address; buyer: Address; taken: readonly Given[] },
  token: Address,
): bigint {
  const isSame = (one: Given) =>
    one.merchant === merchant && one.buyer === buyer && one.token === token
  return sumUnits(taken.filter(isSame))
}

function sumUnits(amounts: readonly { units: bigint }[]): bigint {
  return amounts.reduce((sum, { units }) => sum + units, 0n)
}
