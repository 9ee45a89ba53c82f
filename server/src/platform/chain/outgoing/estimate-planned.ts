import { describeFailure } from './describe-failure.js'
import type { Outgoing } from './outgoing.js'
import type { SenderContext } from './sender-context.js'

/** The result of a gas estimate. */
export type Estimate =
  | { kind: 'gas'; gas: bigint }
  | { kind: 'reverts'; reason: string }
  /** The estimate failed, for this transaction or for all. */
  | { kind: 'unknown'; reason: string }

/** Estimates the gas of a transaction. Never throws. */
export async function estimatePlanned(
  { chain, lease }: Pick<SenderContext, 'chain' | 'lease'>,
  { to, data, value }: Outgoing,
): Promise<Estimate> {
  try {
    // A call to a missing contract succeeds and does nothing.
    const isCall = data !== '0x'
    if (isCall && !(await chain.findCode(to))) {
      return { kind: 'unknown', reason: `There is no contract at ${to}` }
    }
    return await chain.estimateGas({ from: lease.signer, to, data, value })
  } catch (error) {
    return { kind: 'unknown', reason: describeFailure(error) }
  }
}
