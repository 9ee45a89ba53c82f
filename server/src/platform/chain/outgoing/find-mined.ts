import type { Chain } from '../chain.js'
import type { Facts } from './decide-step.js'
import type { Attempt } from './outgoing.js'
import type { RoundView } from './round-view.js'

/** Finds the attempt of a transaction that is in a block. Skips nonces above the signer's count. */
export async function findMined(
  chain: Pick<Chain, 'findReceipt'>,
  {
    attempts,
    view,
  }: { attempts: readonly Attempt[]; view: Pick<RoundView, 'signer' | 'count' | 'findBlock'> },
): Promise<Facts['found']> {
  for (const attempt of attempts.toReversed()) {
    // The count says nothing about a previous signer.
    if (attempt.signer === view.signer && attempt.nonce >= view.count) continue
    const receipt = await chain.findReceipt(attempt.hash)
    if (!receipt) continue

    const block = await view.findBlock(receipt.blockNumber)
    return { attempt, receipt, isCanonical: block?.hash === receipt.blockHash }
  }
  return null
}
