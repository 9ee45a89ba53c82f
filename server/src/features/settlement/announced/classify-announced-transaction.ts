import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { findAsset } from '../asset.js'
import { decodeReceived, decodeTransfer } from '../watch/decode-logs.js'

/** The effect of an announced transaction on a receipt. */
export type AnnouncedEffect =
  /** It pays the receipt. The indexer finds the payment on its own. */
  | 'paying'
  /** It was meant to pay the receipt and reverted. */
  | 'reverted'
  /** It sent an unsupported token to the deposit address. */
  | 'wrong_token'
  | 'unrelated'

/** Classifies by the content of the transaction alone: anyone may announce any transaction. */
export function classifyAnnouncedTransaction(
  transaction: MinedTransaction,
  deposit: Deposit,
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

  const named = logs.filter((log) => log.address === paymentGateway.address)
  if (named.some((log) => decodeReceived(log)?.receiptKey === receiptKey)) return 'paying'
  const arrived = logs
    .map(decodeTransfer)
    .filter((transfer) => transfer !== null && transfer.to === address)
  if (arrived.length === 0) return 'unrelated'
  const isMoney = arrived.some((transfer) => transfer && findAsset(chainId, transfer.token))
  return isMoney ? 'paying' : 'wrong_token'
}

/** Returns the native coin that a transaction sent directly to the deposit address. It arrived whole. */
export function coinOf({ to, value, isSuccess }: MinedTransaction, { address }: Deposit): bigint {
  return isSuccess && to === address ? value : 0n
}
