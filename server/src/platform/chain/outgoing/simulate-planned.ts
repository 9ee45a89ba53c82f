import type { Fees } from '../chain.js'
import { describeFailure } from './describe-failure.js'
import type { Outgoing } from './outgoing.js'
import type { SenderContext } from './sender-context.js'

export type Simulation =
  | { kind: 'succeeds' }
  | { kind: 'reverts'; reason: string }
  /** The simulation failed, for this transaction or for all. */
  | { kind: 'unknown'; reason: string }

/** Simulates a transaction as it would be signed. Never throws. */
export async function simulatePlanned(
  { chain, lease }: Pick<SenderContext, 'chain' | 'lease'>,
  { row: { to, data, value, gas }, fees }: { row: Outgoing; fees: Fees },
): Promise<Simulation> {
  try {
    // A call to a missing contract succeeds and does nothing.
    const isCall = data !== '0x'
    if (isCall && !(await chain.findCode(to))) {
      return { kind: 'unknown', reason: `There is no contract at ${to}` }
    }
    return await chain.simulate({ from: lease.signer, to, data, value, gas, ...fees })
  } catch (error) {
    return { kind: 'unknown', reason: describeFailure(error) }
  }
}
