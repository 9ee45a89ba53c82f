import { AppError, invalidInput } from '../../lib/errors.js'
import { type Address, checksumAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { listLiveUsers } from '../users/find-public-users.js'
import { followUser, unfollowUser } from '../users/follows/follow-user.js'
import { putProfile } from '../users/profile/put-profile.js'
import { recordHeartbeat } from '../users/profile/record-heartbeat.js'
import type { ProfileBody } from '../users/schemas.js'
import { type RankMetric, rankUsers } from '../users/scores/rank-users.js'
import type { Period } from '../users/scores/score.js'
import { describeUser, type FollowDirection, type User } from '../users/user.js'
import type { Loaders, Page } from './loaders.js'

/** The signed-in person who runs mutations, and the counts of their changes. */
export type Viewer = {
  wallet: Address
  countProfileChange(): Promise<void>
  countFollowChange(): Promise<void>
}

type ProfileInput = { [Field in keyof ProfileBody]?: ProfileBody[Field] | null }

/** The context that the resolvers of one request share. */
type QueryContext = { ctx: Context; loaders: Loaders }

type UserArguments = { handle?: string | null; wallet?: string | null }
type FollowArguments = UserArguments & PageArguments & { direction: 'FOLLOWERS' | 'FOLLOWING' }
type PageArguments = { limit?: number | null; offset?: number | null }
type RankArguments = {
  metric: 'XP' | 'SALES' | 'PURCHASES' | 'FOLLOWERS'
  window: 'ALL' | 'DAYS_30' | 'DAYS_7'
  limit?: number | null
}

const periodOf: Record<RankArguments['window'], Period> = {
  ALL: 'all',
  DAYS_30: '30d',
  DAYS_7: '7d',
}

const maxOffset = 10_000

/** The resolvers of queries. GraphQL calls the function with the name of the field. */
export const queryResolvers = {
  async user(by: UserArguments, { ctx, loaders }: QueryContext) {
    const user = await loaders.user(readUserArguments(by))
    return user && describeNode(ctx, user)
  },

  async follows(input: FollowArguments, context: QueryContext) {
    const page = readPage(input)
    const user = await context.loaders.user(readUserArguments(input))
    const direction = input.direction === 'FOLLOWERS' ? 'followers' : 'following'
    return user ? listNodes(context, { wallet: user.wallet, direction, page }) : []
  },

  async liveUsers(input: PageArguments, { ctx }: QueryContext) {
    const users = await listLiveUsers(ctx, readPage(input).limit)
    return users.map((user) => describeNode(ctx, user))
  },

  async leaderboard(input: RankArguments, { ctx }: QueryContext) {
    const ranked = await rankUsers(ctx, {
      metric: input.metric.toLowerCase() as RankMetric,
      period: periodOf[input.window],
      limit: readPage(input).limit,
    })
    return ranked.map(({ rank, value, user }) => ({ rank, value, user: describeNode(ctx, user) }))
  },
}

function describeNode(ctx: Pick<Context, 'now' | 'config'>, user: User): object {
  const { wallet } = user
  const resolve = (direction: FollowDirection) => (page: PageArguments, context: QueryContext) =>
    listNodes(context, { wallet, direction, page: readPage(page) })
  return {
    ...describeUser(user, { now: ctx.now(), config: ctx.config }),
    followers: resolve('followers'),
    following: resolve('following'),
  }
}

async function listNodes(
  { ctx, loaders }: QueryContext,
  input: { wallet: Address; direction: FollowDirection; page: Page },
): Promise<object[]> {
  const users = await loaders.follows(input.wallet, input.direction, input.page)
  return users.map((user) => describeNode(ctx, user))
}

function readUserArguments({ handle = null, wallet = null }: UserArguments) {
  if ((handle === null) === (wallet === null)) throw invalidInput('Pass either handle or wallet.')
  if (handle !== null) return { handle }
  const address = parseAddress(wallet ?? '')
  if (!address) throw new AppError('invalid_wallet', 'wallet must be a wallet address.')
  return { wallet: address }
}

function readPage({ limit, offset }: PageArguments): Page {
  const page = { limit: limit ?? 20, offset: offset ?? 0 }
  if (page.limit < 1 || page.limit > 100) throw invalidInput('limit must be from 1 to 100.')
  if (page.offset < 0 || page.offset > maxOffset) {
    throw invalidInput(`offset must be from 0 to ${maxOffset}.`)
  }
  return page
}

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
