import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { findPublicUsers, listUserFollows } from '../users/find-public-users.js'
import { handleKeyOf } from '../users/profile/handle.js'
import type { FollowDirection, User } from '../users/user.js'

type WaitingRequest<Value> = { resolve: (value: Value) => void; reject: (error: unknown) => void }

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

/**
 * Creates a function that loads values by key. Keys that are requested together are loaded with one
 * call of `loadAll`, and each key once.
 */
function createLoader<Value>(
  loadAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  missing: Value,
): (key: string) => Promise<Value> {
  const loaded = new Map<string, Promise<Value>>()
  let batch = new Map<string, WaitingRequest<Value>>()

  async function run(): Promise<void> {
    const current = batch
    batch = new Map()
    try {
      const values = await loadAll([...current.keys()])
      for (const [key, { resolve }] of current) resolve(values.get(key) ?? missing)
    } catch (error) {
      for (const { reject } of current.values()) reject(error)
    }
  }

  return (key) => {
    const requested = loaded.get(key)
    if (requested !== undefined) return requested
    // After all pending promises, so that every field of a level is in the batch.
    if (batch.size === 0) void Promise.resolve().then(() => process.nextTick(run))
    const promise = new Promise<Value>((resolve, reject) => batch.set(key, { resolve, reject }))
    loaded.set(key, promise)
    return promise
  }
}
