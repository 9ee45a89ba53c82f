import type { MinedTransaction } from '../../../platform/chain/chain.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { findAsset } from '../asset.js'
import { decodeReceived, decodeTransfer } from '../watch/decode-logs.js'

/** What a transaction that somebody named has to do with a receipt. */
export type AnnouncedVerdict =
  /** It pays the receipt: the watcher finds that by itself. */
  | 'paying'
  /** It was to pay the receipt, and did not happen. */
  | 'reverted'
  /** It brought the receipt's address something that is no money here. */
  | 'wrong_token'
  | 'unrelated'

/** By what the transaction says and did, not by who named it: anybody may name any transaction. */
export function classifyAnnouncedTransaction(
  transaction: MinedTransaction,
  deposit: Deposit,
): AnnouncedVerdict {
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
