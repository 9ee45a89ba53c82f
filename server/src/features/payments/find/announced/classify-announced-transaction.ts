import type { Address, Hash } from '../../../../lib/hex.js'
import { findAsset } from '../../../../platform/chain/assets/asset.js'
import type { MinedTransaction } from '../../../../platform/chain/chain.js'
import type { Deposit } from '../../../../platform/chain/deposit-address.js'
import { decodeTransfer, type Transfer } from '../../../../platform/chain/logs/decode-logs.js'
import { decodeIncoming } from '../../index/read-range.js'

/** The effect of an announced transaction on a receipt. */
export type AnnouncedEffect =
  /** It moved money to the receipt. */
  | 'paying'
  /** It was meant to pay the receipt and reverted. */
  | 'reverted'
  | 'unrelated'

/** Classifies by the content of the transaction alone: anyone may announce any transaction. */
export function classifyAnnouncedTransaction(
  transaction: MinedTransaction,
  deposit: Deposit,
  // Of a receipt that a subscription's charge pays.
  chargeKey: Hash | null = null,
): AnnouncedEffect {
  const { to, value, data, logs, isSuccess } = transaction
  const { address, receiptKey, chainId } = deposit
  if (!isSuccess) {
    const text = data.toLowerCase()
    const isAbout =
      to === address || [address, receiptKey].some((name) => text.includes(name.slice(2)))
    return isAbout ? 'reverted' : 'unrelated'
  }
  if (to === address && value > 0n) return 'paying'

  const { received, charged } = decodeIncoming(logs)
  if (received.some((event) => event.receiptKey === receiptKey)) return 'paying'
  if (charged.some((event) => event.chargeKey === chargeKey)) return 'paying'
  const isMoney = listTransfers(transaction, deposit).some(({ token }) => findAsset(chainId, token))
  return isMoney ? 'paying' : 'unrelated'
}

/** Returns the transfers of a transaction to the deposit address, in any token. */
function listTransfers({ logs, isSuccess }: MinedTransaction, { address }: Deposit): Transfer[] {
  if (!isSuccess) return []
  return logs.flatMap((log) => decodeTransfer(log) ?? []).filter(({ to }) => to === address)
}

/** Sums the tokens unknown to the service that a transaction sent to the deposit address. */
export function listUnknownTokens(
  transaction: MinedTransaction,
  deposit: Deposit,
): { token: Address; units: bigint }[] {
  const sums = new Map<Address, bigint>()
  for (const { token, units } of listTransfers(transaction, deposit)) {
    if (findAsset(deposit.chainId, token)) continue
    sums.set(token, (sums.get(token) ?? 0n) + units)
  }
  return [...sums].map(([token, units]) => ({ token, units }))
}

/** Returns the native token that a transaction sent directly to the deposit address, in full. */
export function nativeOf({ to, value, isSuccess }: MinedTransaction, { address }: Deposit): bigint {
  return isSuccess && to === address ? value : 0n
}
