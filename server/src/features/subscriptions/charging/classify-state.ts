import { toUnixSeconds } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Attempt } from './attempt.js'
import type { FailureCode } from './charge.js'
import { type PermissionState, readPermissionStates } from './read-permission-states.js'

/** The result that a charge would have now. */
export type Prospect =
  | { kind: 'ready'; isApproved: boolean }
  /** The period is charged already. */
  | { kind: 'charged' }
  | { kind: 'failing'; code: FailureCode }

/** Returns the result that each attempt would have now, in the given order. Reads the chain. */
export async function classifyAttempts(
  chain: Pick<Chain, 'callMany'>,
  attempts: readonly Pick<Attempt, 'subscription' | 'version' | 'period'>[],
): Promise<Prospect[]> {
  const permissions = attempts.map(({ subscription, version }) => ({
    permission: subscription.permission,
    manager: version.manager,
  }))
  const states = await readPermissionStates(chain, permissions)
  return attempts.map(({ version: { priceUnits }, period }, index) =>
    classifyState(states[index] ?? null, {
      priceUnits,
      periodStart: toUnixSeconds(period.startAt),
    }),
  )
}

/** Returns the result that the charge of a period would have, from the state on chain. */
export function classifyState(
  state: PermissionState | null,
  { priceUnits, periodStart }: { priceUnits: bigint; periodStart: number },
): Prospect {
  if (!state) return { kind: 'failing', code: 'chain' }
  if (state.chargedStart === periodStart) return { kind: 'charged' }
  if (state.isRevoked) return { kind: 'failing', code: 'revoked' }
  if (state.balance < priceUnits) return { kind: 'failing', code: 'balance' }
  if (state.allowance < priceUnits) return { kind: 'failing', code: 'allowance' }
  return { kind: 'ready', isApproved: state.isApproved }
}
