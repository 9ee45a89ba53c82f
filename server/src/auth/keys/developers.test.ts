import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Db } from '../../platform/db/db.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createLimiter } from '../limits/limiter.js'
import { scopes } from '../scopes.js'
import { createDevelopers as createWith } from './developers.js'
import { formatKey } from './key-format.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Looks up keys from one network address, by default. */
function createDevelopers(input: Parameters<typeof createWith>[0]) {
  const { find, forget } = createWith(input, createLimiter(ctx))
  const from = (ip: string) => (key: string) => find(key, { ip })
  return { find: from('192.0.2.1'), from, forget }
}

const anUnknownKey = () => formatKey('sandbox', randomBytes(40))

/** Creates the real database, which the test can make hang or fail. */
function aFragileDb() {
  let mode: 'well' | 'hanging' | 'away' = 'well'
  let queries = 0
  const query: Db['query'] = (sql, params) => {
    queries += 1
    if (mode === 'hanging') return new Promise(() => {})
    if (mode === 'away') return Promise.reject(new StoreUnavailable({ mayHaveCommitted: false }))
    return ctx.db.query(sql, params)
  }
  return {
    db: { ...ctx.db, query },
    queries: () => queries,
    become: (next: typeof mode) => {
      mode = next
    },
  }
}

describe('createDevelopers', () => {
  test('default', async () => {
    const { apiKey, keyId, wallet, subscriptionId } = await aDeveloper(ctx)
    expect(await createDevelopers(ctx).find(apiKey)).toEqual({
      kind: 'developer',
      keyId,
      wallet,
      shownWallet: checksumAddress(wallet),
      scopes,
      limit: 'enterprise-calls',
      agreedCallsPerMinute: null,
      isSuspended: false,
      bucket: `plan:${wallet}:${subscriptionId}`,
    })
  })

  test('behavior: concurrent and closely following callers share one query', async () => {
    const { apiKey } = await aDeveloper(ctx)
    const { db, queries } = aFragileDb()
    const { find } = createDevelopers({ ...ctx, db })
    await Promise.all([find(apiKey), find(apiKey), find(apiKey)])
    expect(find(apiKey)).toMatchObject({ wallet: expect.any(String) })
    expect(queries()).toBe(1)
  })

  test.each(['hanging', 'away'] as const)(
    'behavior: accepts a known key while the database is %s, even after the cache expired',
    async (mode) => {
      const { apiKey, wallet } = await aDeveloper(ctx)
      const { db, become } = aFragileDb()
      const { find } = createDevelopers({ ...ctx, db })
      await find(apiKey)

      become(mode)
      const later = performance.now() + 2_001
      const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
      const response = find(apiKey)
      clock.mockRestore()
      expect(await response).toMatchObject({ wallet })
    },
  )

  test('behavior: does not cache a lookup that forget interrupted', async () => {
    const { apiKey, keyId, wallet } = await aDeveloper(ctx)
    const developers = createDevelopers(ctx)
    const before = developers.find(apiKey)
    await ctx.db.query('update developer_keys set revoked_at = 1 where id = $1', [keyId])
    developers.forget(wallet)
    await before
    expect(await developers.find(apiKey)).toBeNull()
  })

  test('behavior: forget leaves the keys of other merchants in the snapshot', async () => {
    const [changed, other] = [await aDeveloper(ctx), await aDeveloper(ctx)]
    const { db, become } = aFragileDb()
    const { find, forget } = createDevelopers({ ...ctx, db })
    await Promise.all([find(changed.apiKey), find(other.apiKey)])

    forget(changed.wallet)
    become('away')
    expect(await find(other.apiKey)).toMatchObject({ wallet: other.wallet })
    await expect(find(changed.apiKey)).rejects.toThrow(StoreUnavailable)
  })

  test('error: fails for an unknown key while the database is unavailable', async () => {
    const { apiKey } = await aDeveloper(ctx)
    const { db, become } = aFragileDb()
    become('away')
    await expect(createDevelopers({ ...ctx, db }).find(apiKey)).rejects.toThrow(StoreUnavailable)
  })

  describe('unknown keys', () => {
    const live = () => ({ ...ctx, config: { ...ctx.config, mode: 'live' as const } })
    const exceed = async ({ find }: { find: (key: string) => unknown }) => {
      for (let count = 0; count < 60; count += 1) expect(await find(anUnknownKey())).toBeNull()
    }

    test('error: beyond the limit of a network address they cost no query', async () => {
      const { db, queries } = aFragileDb()
      const { find, from } = createDevelopers({ ...live(), db })
      await exceed({ find })
      expect(() => find(anUnknownKey())).toThrow(
        expect.objectContaining({
          code: 'rate_limited',
          fields: { limit: 'unknown-keys', resetAt: expect.any(Number) },
        }),
      )
      expect(queries()).toBe(60)
      expect(await from('192.0.2.2')(anUnknownKey())).toBeNull()
    })

    test('error: concurrent ones count before their lookups end', async () => {
      const { db, queries } = aFragileDb()
      const { find } = createDevelopers({ ...live(), db })
      const lookUps = Array.from({ length: 100 }, async () => find(anUnknownKey()))
      const results = await Promise.allSettled(lookUps)
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(40)
      expect(queries()).toBe(60)
    })

    test('behavior: a key that has worked is not locked out, not even after a clear', async () => {
      const { apiKey, wallet } = await aDeveloper(ctx)
      const { find, forget } = createDevelopers(live())
      await find(apiKey)
      await exceed({ find })
      forget(wallet)
      expect(await find(apiKey)).toMatchObject({ wallet })
    })

    test('behavior: valid keys and failed lookups do not count', async () => {
      const { db, become } = aFragileDb()
      const { find } = createDevelopers({ ...live(), db })
      const { apiKey } = await aDeveloper(ctx)
      await find(apiKey)
      become('away')
      await expect(find(anUnknownKey())).rejects.toThrow(StoreUnavailable)
      become('well')
      await exceed({ find })
      expect(() => find(anUnknownKey())).toThrow()
    })

    test('behavior: a revoked key counts as unknown', async () => {
      const { apiKey, keyId, wallet } = await aDeveloper(ctx)
      const { find, forget } = createDevelopers(live())
      await find(apiKey)
      await ctx.db.query('update developer_keys set revoked_at = 1 where id = $1', [keyId])
      forget(wallet)
      expect(await find(apiKey)).toBeNull()
      await exceed({ find })
      forget(wallet)
      expect(() => find(apiKey)).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    })
  })
})
