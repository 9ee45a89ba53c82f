import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { acceptInvitations } from './store.js'

/** Strangers can invite a wallet; this keeps them from making its sign-in slow. */
export const invitationsAtMost = 50

/** Lets a wallet in wherever it is invited. Called when it has just proved itself by signing in. */
export async function joinMerchants(
  ctx: TxContext,
  { wallet, correlationId }: { wallet: Address; correlationId: string },
): Promise<void> {
  const joinedAt = ctx.now()
  const invited = { wallet, joinedAt, limit: invitationsAtMost }
  for (const { merchant, role } of await acceptInvitations(ctx.db, invited)) {
    await recordChange(ctx, {
      by: { merchant, wallet, role, correlationId },
      action: 'member.joined',
      target: wallet,
      before: { joinedAt: null },
      after: { joinedAt },
    })
  }
}
