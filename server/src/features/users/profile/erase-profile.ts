import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { releasePicture } from '../../media/release-picture.js'
import { deleteFollows } from '../follows/follow-store.js'
import { deleteAvatar } from './avatar-store.js'
import { hideProfile, lockVisibility } from './change-visibility.js'
import { forgetReleasedHandles, releaseHandles } from './handle-store.js'
import { deleteProfile, findProfile, lockWallet } from './profile-store.js'

/**
 * Deletes the profile of a wallet with its picture, presence and follows. Returns false when there is none. The handle stays
 * reserved for 180 days without the wallet. Scores stay: they follow from the ledger.
 */
export function eraseProfile(ctx: Context, wallet: Address): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockWallet(tx, wallet)
    await lockVisibility(inTx, wallet)
    const profile = await findProfile(tx, wallet)
    if (profile?.isPublic) await hideProfile(inTx, wallet)
    await releaseHandles(tx, { wallet, kept: [], now: ctx.now() })
    await forgetReleasedHandles(tx, wallet)
    if (!profile) return false

    await deleteFollows(tx, wallet)
    await releasePicture({ db: tx }, profile.avatarHash)
    await deleteAvatar(tx, wallet)
    await deleteProfile(tx, wallet)
    return true
  })
}
