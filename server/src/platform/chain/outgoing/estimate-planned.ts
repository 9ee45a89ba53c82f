import { describeFailure } from './describe-failure.js'
import type { Outgoing } from './outgoing.js'
import type { SenderContext } from './sender-context.js'

/** What a node says a transaction would use. */
export type Estimate =
  | { kind: 'gas'; gas: bigint }
  | { kind: 'reverts'; reason: string }
  /** It has no answer; whether that is about this one or about everything is not known. */
  | { kind: 'unknown'; reason: string }

/** Asks what a transaction would use now. */
export async function estimatePlanned(
  { chain, lease }: Pick<SenderContext, 'chain' | 'lease'>,
  { to, data, value }: Outgoing,
): Promise<Estimate> {
  try {
    // A call of a contract that is not there succeeds, and does nothing.
    const isCall = data !== '0x'
    if (isCall && !(await chain.findCode(to))) {
      return { kind: 'unknown', reason: `There is no contract at ${to}` }
    }
    return await chain.estimateGas({ from: lease.signer, to, data, value })
  } catch (error) {
    return { kind: 'unknown', reason: describeFailure(error) }
  }
}
