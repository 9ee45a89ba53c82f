import { toUnixSeconds } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import type { Context } from '../../../../platform/context.js'
import type { Attempt } from './attempt.js'
import type { FailureCode } from './charge.js'
import {
  type PermissionState,
  readPermissionStates,
  readSafeRevocations,
} from './read-permission-states.js'

/** The result that a charge would have now. */
export type Prospect =
  | { kind: 'ready'; isApproved: boolean }
  /** The period is charged already. */
  | { kind: 'charged' }
  | { kind: 'failing'; code: FailureCode }
  /** The permission is revoked, without enough confirmations. */
  | { kind: 'unconfirmed' }

/** Returns the result that each attempt would have now, in the given order. Reads the chain. */
export async function classifyAttempts(
  ctx: Pick<Context, 'config'>,
  input: {
    chain: Chain
    attempts: readonly Pick<Attempt, 'subscription' | 'version' | 'period'>[]
  },
): Promise<Prospect[]> {
  const { chain, attempts } = input
  const permissions = attempts.map(({ subscription, version }) => ({
    permission: subscription.permission,
    manager: version.manager,
  }))
  const states = await readPermissionStates(chain, permissions)
  const prospects = attempts.map(({ version: { priceUnits }, period }, index) =>
    classifyState(states[index] ?? null, {
      priceUnits,
      periodStart: toUnixSeconds(period.startAt),
    }),
  )
  const isRevoked = (index: number) => {
    const prospect = prospects[index]
    return prospect?.kind === 'failing' && prospect.code === 'revoked'
  }
  const revoked = permissions.filter((_, index) => isRevoked(index))
  if (revoked.length === 0) return prospects
  // The end of a subscription is for good.
  const safe = await readSafeRevocations(ctx, { chain, revoked })
  return prospects.map((prospect, index) => {
    const permission = permissions[index]?.permission
    const isSafe = permission !== undefined && safe.permissions.has(permission)
    return isRevoked(index) && !isSafe ? { kind: 'unconfirmed' } : prospect
  })
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
