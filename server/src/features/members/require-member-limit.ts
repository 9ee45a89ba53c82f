import { listMembers } from '../../auth/merchants/member-store.js'
import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { listOpenLinks } from './links/link-store.js'

/**
 * Requires that a merchant may have one more member. Open invitations and links count. The caller
 * must hold the lock of the merchant.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireMemberLimit(ctx: TxContext, merchant: Address): Promise<void> {
  const members = await listMembers(ctx.db, merchant)
  const links = await listOpenLinks(ctx.db, { merchant, now: ctx.now() })
  const maxMembers = maxOfMerchant(ctx.config, 'members', merchant)
  if (members.length + links.length < maxMembers) return
  throw invalidInput(
    `The limit of ${maxMembers} members is reached. Remove a member or an invitation first.`,
  )
}
