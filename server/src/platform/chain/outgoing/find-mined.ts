import type { Chain } from '../chain.js'
import type { Facts } from './decide-step.js'
import type { Attempt } from './outgoing.js'
import type { RoundView } from './round-view.js'

/**
 * Finds the attempt of a transaction that is in a block. Skips nonces above the signer's count. Attempts under several
 * nonces may all be in a block: the one that succeeded is the transaction, because the others then revert.
 */
export async function findMined(
  chain: Pick<Chain, 'findReceipt'>,
  {
    attempts,
    view,
  }: { attempts: readonly Attempt[]; view: Pick<RoundView, 'signer' | 'count' | 'findBlock'> },
): Promise<Facts['found']> {
  let best: Facts['found'] = null
  const usedNonces = new Set<string>()
  for (const attempt of attempts.toReversed()) {
    const { signer, nonce, isEmpty } = attempt
    // The count says nothing about a previous signer.
    if (signer === view.signer && nonce >= view.count) continue
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
