import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import { listMatches } from './search-store.js'
import type { UserQuery } from './user-query.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  const wallet = `'0x' || lpad(to_hex(n), 40, '0')`
  // Every second one is called Ann, and every third one bought something.
  await ctx.db.query(
    `insert into users (wallet, id, handle, display_name, bio, is_public, created_at, updated_at)
     select ${wallet}, 'usr_' || n, 'u' || n, 'Ann', '', true, n, n from generate_series(1, 60) as n`,
  )
  await ctx.db.query(
    `insert into public_users (wallet, name_key, words, xp, sales, purchases, followers, following, created_at)
     select ${wallet}, 'n' || n % 7, array_to_tsvector(array[case when n % 2 = 0 then 'ann' else 'bert' end]),
       n, 0, case when n % 3 = 0 then 5 else 0 end, 0, 0, n
     from generate_series(1, 60) as n`,
  )
})
afterAll(() => ctx.close())

const base: UserQuery = {
  words: ['an'],
  xp: null,
  metric: { name: 'purchases', min: 5, max: 9 },
  sort: 'name',
  isDescending: false,
  limit: 3,
  offset: 0,
}
const numbersOf = (wallets: readonly string[]) => wallets.map((wallet) => Number(wallet))

/** The numbers of the users that match, in order. */
function expected({ sort, isDescending }: UserQuery, max: number): number[] {
  const all = Array.from({ length: 10 }, (_, index) => 6 * (index + 1))
  const placeOf = (n: number) => (sort === 'name' ? n % 7 : n)
  const ordered = all.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b)
  return (isDescending ? ordered.reverse() : ordered).slice(0, max)
}

describe('listMatches', () => {
  test.each([
    { ...base },
    { ...base, isDescending: true },
    { ...base, sort: 'xp' as const },
    { ...base, sort: 'createdAt' as const, isDescending: true },
  ])('default: a broad word and a filter, sorted by $sort', async (query) => {
    for (const max of [3, 10, 11]) {
      const addresses = await listMatches(ctx.db, { query, rareWord: null, max })
      expect(numbersOf(addresses)).toEqual(expected(query, max))
    }
  })
})
