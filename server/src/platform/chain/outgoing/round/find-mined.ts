import type { Chain, TransactionReceipt } from '../../chain.js'
import type { Attempt, Outgoing } from '../outgoing.js'
import { markMined, markSettled } from '../stores/progress-store.js'
import type { Facts } from './decide-step.js'
import type { RoundView } from './round-view.js'
import type { SenderContext } from './sender-rules.js'
import { writeWithLease } from './write-with-lease.js'

/**
 * Finds the attempt of a transaction that is in a block. Skips nonces above the signer's count.
 * Attempts under several nonces may all be in a block: the one that succeeded is the transaction,
 * because the others then revert.
 */
export async function findMined(
  chain: Pick<Chain, 'findReceipt'>,
  input: { attempts: readonly Attempt[]; view: Pick<RoundView, 'signer' | 'count' | 'findBlock'> },
): Promise<Facts['inclusion']> {
  const { attempts, view } = input
  let best: Facts['inclusion'] = null
  const usedNonces = new Set<string>()
  const last = attempts.at(-1)
  for (const attempt of attempts.toReversed()) {
    const { signer, nonce, isEmpty } = attempt
    // The count says nothing about a previous signer.
    if (signer === view.signer && nonce >= view.count) continue
    // One of a nonce that was given up says nothing about the work, which was planned again since.
    if (isEmpty && (signer !== last?.signer || nonce !== last.nonce)) continue
    if (usedNonces.has(`${signer} ${nonce}`)) continue
    const receipt = await chain.findReceipt(attempt.hash)
    if (!receipt) continue

    usedNonces.add(`${signer} ${nonce}`)
    const hasSucceeded = receipt.isSuccess && !isEmpty
    if (best && !hasSucceeded) continue
    const block = await view.findBlock(receipt.blockNumber)
    best = { attempt, receipt, isCanonical: block?.hash === receipt.blockHash }
    if (hasSucceeded) return best
  }
  return best
}

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
