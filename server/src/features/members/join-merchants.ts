import { acceptInvitations } from '../../auth/merchants/member-store.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import { recordChange } from '../audit/record-change.js'

export const maxInvitations = limits.invitations.most.wallet

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
