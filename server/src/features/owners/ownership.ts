import type { Principal } from '../../auth/caller.js'
import { findOwnership, type Ownership } from '../../auth/merchants/ownership-store.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'

/**
 * Returns the ownership of the caller's merchant.
 *
 * @throws {AppError} `forbidden` when the caller has ceased to be the owner.
 */
export async function getOwnership(
  ctx: Pick<Context, 'db'>,
  { merchant, person }: Pick<Principal, 'merchant' | 'person'>,
): Promise<Ownership> {
  const ownership = await findOwnership(ctx.db, merchant)
  if (ownership?.owner === person) return ownership
  throw new AppError(
    'forbidden',
    'Only the owner can do this. Sign in with the wallet of the owner.',
  )
}

/** Returns the wallet that can recover the merchant now, or null. */
export function recoveryWalletOf(ownership: Ownership, now: UnixMs): Address | null {
  const { recoveryWallet, recoveryRemovedAt } = ownership
  return recoveryRemovedAt !== null && recoveryRemovedAt <= now ? null : recoveryWallet
}
