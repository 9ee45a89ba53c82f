import type { SenderContext } from './sender-context.js'
import { withMargin } from './with-margin.js'

/**
 * Gas of an empty transfer of the signer to itself: more than 21,000 when there is code at its address.
 *
 * @throws when the chain cannot be asked, or says that not even that would work.
 */
export async function estimateEmpty({
  chain,
  lease: { signer },
}: Pick<SenderContext, 'chain' | 'lease'>): Promise<bigint> {
  const estimate = await chain.estimateGas({ from: signer, to: signer, data: '0x', value: 0n })
  if (estimate.kind === 'reverts') throw new Error(`an empty transfer reverts: ${estimate.reason}`)
  return withMargin(estimate.gas)
}
