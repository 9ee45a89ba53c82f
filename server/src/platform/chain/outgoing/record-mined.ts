import type { TransactionReceipt } from '../chain.js'
import type { Attempt, Outgoing } from './outgoing.js'
import { markMined, markSettled } from './progress-store.js'
import type { SenderContext } from './sender-context.js'
import { writeWithLease } from './write-with-lease.js'

/** Records the block of a transaction, for any of its attempts. Returns whether the row changed. */
export async function recordMined(
  sender: Pick<SenderContext, 'db' | 'log' | 'lease'>,
  input: { row: Outgoing; attempt: Attempt; receipt: TransactionReceipt; isSettled: boolean },
): Promise<boolean> {
  const { row, attempt, receipt, isSettled } = input
  const { id, chainId, purpose } = row
  const { signer, nonce, hash } = attempt
  const isRecorded = await writeWithLease(sender, async (tx) => {
    const isMined = await markMined(tx, { id, chainId, signer, nonce, receipt })
    if (isMined && isSettled) await markSettled(tx, id)
    return isMined
  })
  if (!isRecorded) return false

  const { blockNumber, gasUsed, isSuccess } = receipt
  const fields = { transactionId: id, purpose, nonce, hash, blockNumber, gasUsed }
  if (isSuccess) sender.log.info(fields, 'outgoing transaction mined')
  else sender.log.warn(fields, 'outgoing transaction reverted')
  return true
}
