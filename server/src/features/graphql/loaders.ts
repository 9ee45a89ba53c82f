import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { findPublicUsers, listUserFollows } from '../users/find-public-users.js'
import { handleKeyOf } from '../users/profile/handle.js'
import type { FollowDirection, User } from '../users/user.js'
import { createLoader } from './create-loader.js'

export type Page = { limit: number; offset: number }

/** Loads users and follows for one request. Each level of a query takes one statement. */
export type Loaders = {
  user(by: { handle: string } | { wallet: Address }): Promise<User | null>
  follows(wallet: Address, direction: FollowDirection, page: Page): Promise<readonly User[]>
}

export function createLoaders(ctx: Pick<Context, 'db'>): Loaders {
  const loadUser = createLoader<User | null>(async (keys) => {
    const handles = keys.filter((key) => key.startsWith('@')).map((key) => key.slice(1))
    const wallets = keys.filter((key) => !key.startsWith('@')) as Address[]
    const users = await findPublicUsers(ctx, { handles, wallets })
    return new Map<string, User>(
      users.flatMap((user) => [
        [`@${handleKeyOf(user.handle)}`, user],
        [user.wallet, user],
      ]),
    )
  }, null)
  const followLoaders = new Map<string, (wallet: string) => Promise<readonly User[]>>()

  return {
    user: (by) => loadUser('wallet' in by ? by.wallet : `@${handleKeyOf(by.handle)}`),
    follows(wallet, direction, page) {
      const name = `${direction} ${page.limit} ${page.offset}`
      const load =
        followLoaders.get(name) ??
        createLoader<readonly User[]>(
          (wallets) =>
            listUserFollows(ctx, { wallets: wallets as readonly Address[], direction, ...page }),
          [],
        )
      followLoaders.set(name, load)
      return load(wallet)
    },
  }
}
