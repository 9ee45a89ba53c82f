import type { SenderContext } from './sender-context.js'
import { withMargin } from './with-margin.js'

/**
 * Estimates the gas of an empty transfer from the signer to itself: more than 21,000 if its address has code.
 *
 * @throws when the chain does not respond, or the transfer would revert.
 */
export async function estimateEmpty({
  chain,
  lease: { signer },
}: Pick<SenderContext, 'chain' | 'lease'>): Promise<bigint> {
  const estimate = await chain.estimateGas({ from: signer, to: signer, data: '0x', value: 0n })
  if (estimate.kind === 'reverts') throw new Error(`an empty transfer reverts: ${estimate.reason}`)
  return withMargin(estimate.gas)
}
