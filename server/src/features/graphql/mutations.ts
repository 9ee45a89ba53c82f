import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { followUser, unfollowUser } from '../users/follows/follow-user.js'
import { putProfile } from '../users/profile/put-profile.js'
import { recordHeartbeat } from '../users/profile/record-heartbeat.js'

/** The signed-in person who runs mutations, and the counts of their changes. */
export type Author = {
  wallet: Address
  countProfileChange(): Promise<void>
  countFollowChange(): Promise<void>
}

type ProfileInput = {
  displayName: string
  handle: string
  bio?: string | null
  isPublic?: boolean | null
}

/** Returns the resolvers of mutations for a signed-in person. */
export function createMutationResolvers(ctx: Context, author: Author) {
  const { wallet } = author
  return {
    async updateProfile({ input }: { input: ProfileInput }) {
      await author.countProfileChange()
      const { displayName, handle, bio, isPublic } = input
      const body = {
        displayName,
        handle,
        ...(typeof bio === 'string' && { bio }),
        ...(typeof isPublic === 'boolean' && { isPublic }),
      }
      const profile = await putProfile(ctx, { wallet, body })
      return { ...profile, wallet: checksumAddress(wallet) }
    },

    async follow({ handle }: { handle: string }) {
      await author.countFollowChange()
      await followUser(ctx, { wallet, handle })
      return true
    },

    async unfollow({ handle }: { handle: string }) {
      await author.countFollowChange()
      await unfollowUser(ctx, { wallet, handle })
      return true
    },

    heartbeat: () => recordHeartbeat(ctx, wallet),
  }
}
