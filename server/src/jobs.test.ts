import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingDb } from '../test/counting-db.js'
import { createTestContext, type TestContext } from '../test/harness.js'
import { workSources } from './jobs.js'
import { createWorkPoll } from './platform/jobs/work-poll.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('workSources', () => {
  test('default: each query runs and finds no work in a new database', async () => {
    const woken: string[] = []
    const ends = workSources.map(({ topic }) => ctx.wakeups.listen(topic, () => woken.push(topic)))
    const { db, statements } = countingDb(ctx.db)
    const poll = createWorkPoll({ ...ctx, db }, { pollMs: 5, sources: workSources })
    poll.start()
    await expect.poll(() => statements.length).toBeGreaterThan(2)
    await poll.stop()
    expect(woken).toEqual([])
    for (const end of ends) end()
  })
})
