import { acceptInvitations } from '../../auth/merchants/member-store.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

/** Anyone can invite a wallet. The limit keeps sign-in fast. */
export const maxInvitations = 50

/** Accepts a wallet's open invitations. Call it only after the wallet has signed in. */
export async function joinMerchants(
  ctx: TxContext,
  { wallet, correlationId }: { wallet: Address; correlationId: string },
): Promise<void> {
  const joinedAt = ctx.now()
  const invited = { wallet, joinedAt, limit: maxInvitations }
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
