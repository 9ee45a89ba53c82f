import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Db } from '../../platform/db/db.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { scopes } from '../scopes.js'
import { createDevelopers } from './developers.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

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
      callsPerMinute: 3_000,
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
      const answer = find(apiKey)
      clock.mockRestore()
      expect(await answer).toMatchObject({ wallet })
    },
  )

  test('behavior: does not cache a lookup that forget interrupted', async () => {
    const { apiKey, keyId } = await aDeveloper(ctx)
    const developers = createDevelopers(ctx)
    const before = developers.find(apiKey)
    await ctx.db.query('update developer_keys set revoked_at = 1 where id = $1', [keyId])
    developers.forget()
    await before
    expect(await developers.find(apiKey)).toBeNull()
  })

  test('error: fails for an unknown key while the database is unavailable', async () => {
    const { apiKey } = await aDeveloper(ctx)
    const { db, become } = aFragileDb()
    become('away')
    await expect(createDevelopers({ ...ctx, db }).find(apiKey)).rejects.toThrow(StoreUnavailable)
  })
})
