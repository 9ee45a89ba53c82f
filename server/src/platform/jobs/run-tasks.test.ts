import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { claimTasks, completeTask, enqueueTask, summariseOutbox } from './outbox-store.js'
import { createTaskRunner, type TaskHandler, type TaskRunnerOptions } from './run-tasks.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())
beforeEach(async () => {
  await ctx.db.query('delete from outbox')
})

const enqueue = (id: string, runAt: UnixMs = ctx.now()) =>
  enqueueTask(ctx.db, {
    merchant: '',
    id,
    topic: 'greet',
    payload: { id },
    runAt,
    createdAt: ctx.now(),
  })

async function rows() {
  const result = await ctx.db.query<{
    id: string
    state: string
    attempts: number
    run_at: string
  }>('select id, state, attempts, run_at, last_error from outbox order by id')
  return result.rows
}

/** Runs until `isDone`, then stops. */
async function work(
  greet: TaskHandler,
  isDone: () => boolean | Promise<boolean>,
  options: Partial<TaskRunnerOptions> = {},
) {
  const runner = createTaskRunner(ctx, { handlers: { greet }, pollMs: 10, ...options })
  runner.start()
  await expect.poll(isDone, { interval: 5, timeout: 5_000 }).toBe(true)
  await runner.stop()
}

const isEmpty = async () => (await rows()).length === 0

describe('createTaskRunner', () => {
  test('default', async () => {
    const seen: unknown[] = []
    await enqueue('a')
    await work(async (_ctx, task) => {
      seen.push(task.payload)
      return { kind: 'done' }
    }, isEmpty)
    expect(seen).toEqual([{ id: 'a' }])
  })

  test('behavior: a task is not touched before its time, and done as soon as it comes', async () => {
    const seen: string[] = []
    await enqueue('later', unixMs(ctx.now() + 1_000))
    const runner = createTaskRunner(ctx, {
      handlers: {
        greet: async (_ctx, task) => {
          seen.push(task.id)
          return { kind: 'done' }
        },
      },
      pollMs: 10,
    })
    runner.start()
    ctx.clock.advance(999)
    await enqueue('now')
    await expect.poll(() => seen).toEqual(['now'])

    ctx.clock.advance(1)
    await expect.poll(() => seen).toEqual(['now', 'later'])
    await runner.stop()
  })

  test('behavior: a retry waits for exactly the time it names', async () => {
    await enqueue('again')
    const runAt = unixMs(ctx.now() + 5_000)
    const greet: TaskHandler = async () => ({ kind: 'retry', runAt, error: 'busy' })
    await work(greet, async () => (await rows())[0]?.attempts === 1)
    expect(await rows()).toEqual([
      { id: 'again', state: 'waiting', attempts: 1, run_at: String(runAt), last_error: 'busy' },
    ])
  })

  test('behavior: a handler that throws is tried again later, without its secrets in the row', async () => {
    await enqueue('broken')
    const greet: TaskHandler = async () => {
      throw new Error('cannot reach postgres://user:hunter2@host/db')
    }
    await work(greet, async () => (await rows())[0]?.attempts === 1)
    expect(await rows()).toMatchObject([
      {
        state: 'waiting',
        run_at: String(ctx.now() + 1_000),
        last_error: 'cannot reach postgres://user:[hidden]@host/db',
      },
    ])
  })

  test('behavior: a dead task stays for an operator to see and is not tried again', async () => {
    await enqueue('hopeless')
    let calls = 0
    const greet: TaskHandler = async () => {
      calls += 1
      return { kind: 'dead', error: 'gave up' }
    }
    await work(greet, async () => (await rows())[0]?.state === 'dead')
    await enqueue('other')
    await work(
      async () => ({ kind: 'done' }),
      async () => (await rows()).length === 1,
    )
    expect(calls).toBe(1)
    expect(await summariseOutbox(ctx.db, ctx.now())).toEqual({ pending: 0, overdueMs: 0 })
  })

  test('behavior: the same id twice is one task', async () => {
    await enqueue('once')
    await enqueue('once')
    expect(await rows()).toHaveLength(1)
  })

  test('behavior: four runners do each of 200 tasks once', async () => {
    const times = new Map<string, number>()
    const greet: TaskHandler = async (_ctx, task) => {
      times.set(task.id, (times.get(task.id) ?? 0) + 1)
      return { kind: 'done' }
    }
    await Promise.all(Array.from({ length: 200 }, (_, index) => enqueue(`t${index}`)))
    const runners = Array.from({ length: 4 }, () =>
      createTaskRunner(ctx, { handlers: { greet }, pollMs: 5, concurrency: 8 }),
    )
    for (const runner of runners) runner.start()
    await expect.poll(isEmpty, { timeout: 10_000 }).toBe(true)
    await Promise.all(runners.map((runner) => runner.stop()))
    expect(times.size).toBe(200)
    expect([...times.values()].every((count) => count === 1)).toBe(true)
  })

  test('behavior: a task whose result could not be written runs again, however busy its runner is', async () => {
    const times: Record<string, number> = {}
    await enqueue('victim')
    await enqueue('busy')
    const greet: TaskHandler = async (_ctx, task) => {
      times[task.id] = (times[task.id] ?? 0) + 1
      if (task.id === 'busy') await new Promise((resolve) => setTimeout(resolve, 2_000))
      // As if another had completed it: the runner's own write then finds nothing of its own.
      if (times['victim'] === 1 && task.id === 'victim') {
        await ctx.db.query(`update outbox set attempts = 7 where id = 'victim'`)
      }
      return { kind: 'done' }
    }
    const runner = createTaskRunner(ctx, { handlers: { greet }, pollMs: 10, leaseMs: 300 })
    runner.start()
    await expect.poll(() => times['victim'], { timeout: 1_500 }).toBe(2)
    await runner.stop()
  })

  test('behavior: a stop waits for the task under way', async () => {
    await enqueue('slow')
    let finish: () => void = () => {}
    let isRunning = false
    const greet: TaskHandler = () =>
      new Promise((resolve) => {
        isRunning = true
        finish = () => resolve({ kind: 'done' })
      })
    const runner = createTaskRunner(ctx, { handlers: { greet }, pollMs: 10 })
    runner.start()
    await expect.poll(() => isRunning).toBe(true)

    const stopped = runner.stop()
    finish()
    await stopped
    expect(await rows()).toEqual([])
  })
})

describe('claimTasks', () => {
  const claim = (owner: string, leaseMs: number) =>
    claimTasks(ctx.db, { topics: ['greet'], owner, leaseMs, now: testNowOrLater(), limit: 10 })
  const testNowOrLater = () => unixMs(Math.max(testNow, ctx.now()))

  test('behavior: a task of a dead owner is taken over when its lease ends, and the dead one loses', async () => {
    await enqueue('orphan')
    const [first] = await claim('first', 30)
    expect(await claim('second', 30_000)).toEqual([])

    await expect.poll(async () => (await claim('second', 30_000)).length, { interval: 10 }).toBe(1)
    if (!first) throw new Error('the first claim got nothing')
    expect(await completeTask(ctx.db, first, 'first')).toBe(false)
    expect(await rows()).toHaveLength(1)
  })
})
