import type { FailureCode } from './charge.js'
import type { PermissionState } from './read-permission-states.js'

/** The result that a charge would have now. */
export type Prospect =
  | { kind: 'ready'; isApproved: boolean }
  /** The period is charged already. */
  | { kind: 'charged' }
  | { kind: 'failing'; code: FailureCode }

/** Classifies what a charge of a period would come to, from the state on chain. */
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
