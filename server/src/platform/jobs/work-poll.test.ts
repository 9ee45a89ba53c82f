import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingDb } from '../../../test/counting-db.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { createWorkPoll } from './work-poll.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  await ctx.db.query('create table letters (id int primary key, is_read boolean not null)')
})
afterAll(() => ctx.close())

describe('createWorkPoll', () => {
  test('default: wakes while a result is true and when one changes', async () => {
    const woken: string[] = []
    const ends = (['payments', 'deliveries', 'clock'] as const).map((topic) =>
      ctx.wakeups.listen(topic, () => woken.push(topic)),
    )
    const { db, statements } = countingDb(ctx.db)
    const poll = createWorkPoll(
      { ...ctx, db },
      {
        pollMs: 5,
        sources: [
          { topic: 'deliveries', sql: 'exists (select from letters where not is_read)' },
          { topic: 'payments', sql: 'select max(id) from letters' },
          { topic: 'clock', sql: '$1 < 0 or $2 < 0' },
        ],
      },
    )
    const looks = async (count: number) => {
      const until = statements.length + count
      await expect.poll(() => statements.length, { interval: 2 }).toBeGreaterThan(until)
    }
    poll.start()
    await looks(2)
    expect(woken).toEqual([])

    await ctx.db.query('insert into letters values (1, true)')
    await looks(2)
    expect(woken).toEqual(['payments'])

    await ctx.db.query('insert into letters values (0, false)')
    await looks(3)
    expect(woken.filter((topic) => topic === 'deliveries').length).toBeGreaterThan(1)
    await ctx.db.query('update letters set is_read = true')
    await looks(2)
    woken.splice(0)
    await looks(2)
    expect(woken).toEqual([])

    await poll.stop()
    const before = statements.length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(statements).toHaveLength(before)
    for (const end of ends) end()
  })

  test('behavior: resumes after the database was unavailable', async () => {
    let isAway = true
    let woken = 0
    const end = ctx.wakeups.listen('deliveries', () => {
      woken += 1
    })
    const db = {
      ...ctx.db,
      query: ((sql, params) => {
        if (isAway) return Promise.reject(new Error('away'))
        return ctx.db.query(sql, params)
      }) as typeof ctx.db.query,
    }
    const source = { topic: 'deliveries', sql: 'select true' } as const
    const poll = createWorkPoll({ ...ctx, db }, { pollMs: 5, sources: [source] })
    poll.start()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(woken).toBe(0)
    isAway = false
    await expect.poll(() => woken).toBeGreaterThan(0)
    await poll.stop()
    end()
  })
})
