import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { followUser, unfollowUser } from '../users/follows/follow-user.js'
import { putProfile } from '../users/profile/put-profile.js'
import { recordHeartbeat } from '../users/profile/record-heartbeat.js'
import type { ProfileBody } from '../users/schemas.js'

/** The signed-in person who runs mutations, and the counts of their changes. */
export type Viewer = {
  wallet: Address
  countProfileChange(): Promise<void>
  countFollowChange(): Promise<void>
}

type ProfileInput = { [Field in keyof ProfileBody]?: ProfileBody[Field] | null }

/** Returns the resolvers of mutations for a signed-in person. */
export function createMutationResolvers(ctx: Context, viewer: Viewer) {
  const { wallet } = viewer
  return {
    async updateProfile({ input }: { input: ProfileInput }) {
      await viewer.countProfileChange()
      const { displayName, handle, bio, isPublic } = input
      const body = {
        ...(typeof displayName === 'string' && { displayName }),
        ...(typeof handle === 'string' && { handle }),
        ...(typeof bio === 'string' && { bio }),
        ...(typeof isPublic === 'boolean' && { isPublic }),
      }
      const profile = await putProfile(ctx, { wallet, body })
      return { ...profile, wallet: checksumAddress(wallet) }
    },

    async follow({ handle }: { handle: string }) {
      await viewer.countFollowChange()
      await followUser(ctx, { wallet, handle })
      return true
    },

    async unfollow({ handle }: { handle: string }) {
      await viewer.countFollowChange()
      await unfollowUser(ctx, { wallet, handle })
      return true
    },

    heartbeat: () => recordHeartbeat(ctx, wallet),
  }
}
