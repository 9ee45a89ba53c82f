import type { Chain } from '../chain.js'
import type { Facts } from './decide-step.js'
import type { Attempt } from './outgoing.js'
import type { RoundView } from './round-view.js'

/** Looks which of a transaction's attempts is in a block. What the count leaves out need not be asked about. */
export async function findMined(
  chain: Pick<Chain, 'findReceipt'>,
  {
    attempts,
    view,
  }: { attempts: readonly Attempt[]; view: Pick<RoundView, 'signer' | 'count' | 'findBlock'> },
): Promise<Facts['found']> {
  for (const attempt of attempts.toReversed()) {
    // Of a signer we had before, the count says nothing.
    if (attempt.signer === view.signer && attempt.nonce >= view.count) continue
    const receipt = await chain.findReceipt(attempt.hash)
    if (!receipt) continue

    const block = await view.findBlock(receipt.blockNumber)
    return { attempt, receipt, isStanding: block?.hash === receipt.blockHash }
  }
  return null
}
