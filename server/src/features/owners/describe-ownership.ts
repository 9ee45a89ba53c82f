import type { Ownership } from '../../auth/merchants/ownership-store.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { recoveryWalletOf } from './ownership.js'
import { type OwnershipAction, writeOwnershipMessage } from './ownership-message.js'
import { messageMs } from './require-signed.js'

/** Returns the owner and the recovery wallet in force, as the API shows them. */
export function describeOwnership(ownership: Ownership, now: UnixMs) {
  const recoveryWallet = recoveryWalletOf(ownership, now)
  return {
    merchant: checksumAddress(ownership.merchant),
    owner: checksumAddress(ownership.owner),
    recoveryWallet: recoveryWallet && checksumAddress(recoveryWallet),
    recoveryRemovedAt: recoveryWallet && ownership.recoveryRemovedAt,
  }
}

/** Returns a message to sign that is valid for a day, or until the ownership changes. */
export function describeMessage(
  ctx: Pick<Context, 'config' | 'now'>,
  message: { action: OwnershipAction; ownership: Ownership; other: Address },
) {
  const expiresAt = unixMs(ctx.now() + messageMs)
  return writeOwnershipMessage(ctx.config, { ...message, expiresAt })
}
