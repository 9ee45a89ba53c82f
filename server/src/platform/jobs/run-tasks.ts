import { setTimeout as sleep } from 'node:timers/promises'
import { assertNever } from '../../lib/assert-never.js'
import { redactText } from '../../lib/redact.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import {
  claimTasks,
  completeTask,
  findNextRunAt,
  postponeTask,
  renewTaskLeases,
  type Task,
} from './outbox-store.js'
import { createPause } from './pause.js'

type TaskOutcome =
  | { kind: 'done' }
  /** Try again at exactly this time. */
  | { kind: 'retry'; runAt: UnixMs; error: string }
  /** Leave it; an operator can see it for thirty days. */
  | { kind: 'dead'; error: string }

/** Does one task. Throwing means a bug or a missing database: it is tried again, ever later. */
export type TaskHandler = (ctx: Context, task: Task) => Promise<TaskOutcome>

export type TaskRunnerOptions = {
  handlers: Readonly<Record<string, TaskHandler>>
  concurrency?: number
  /** The longest a task written by another process goes unnoticed. */
  pollMs?: number
  leaseMs?: number
  /** How long a stop waits for tasks under way. */
  graceMs?: number
}

export type TaskRunner = {
  start(): void
  /** Looks for due tasks now, e.g. after writing one. */
  wake(): void
  /** Takes nothing more and waits for what is under way. */
  stop(): Promise<void>
}

const attemptsBeforeDead = 20
const longestBackoffMs = 3_600_000

/** Works through the outbox. Any number of processes may do so at the same time. */
export function createTaskRunner(ctx: Context, options: TaskRunnerOptions): TaskRunner {
  const { handlers, concurrency = 16, pollMs = 250, leaseMs = 30_000, graceMs = 10_000 } = options
  const topics = Object.keys(handlers)
  const owner = ctx.newId('run')
  const pause = createPause()
  const underWay = new Map<Task, Promise<void>>()
  let isStopping = false
  let loop = Promise.resolve()
  let renewal: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    while (!isStopping) {
      try {
        await claimAndRun()
      } catch (error) {
        // While the store is away the breaker has already said so; anything else is worth a line.
        if (!(error instanceof StoreUnavailable))
          ctx.log.error({ err: error }, 'outbox poll failed')
        await pause.wait(pollMs)
      }
    }
  }

  async function claimAndRun(): Promise<void> {
    const limit = concurrency - underWay.size
    const claim = { topics, owner, leaseMs, now: ctx.now(), limit }
    const tasks = limit > 0 ? await claimTasks(ctx.db, claim) : []

    for (const task of tasks) {
      const run = runTask(task).finally(() => {
        underWay.delete(task)
        pause.wake()
      })
      underWay.set(task, run)
    }
    if (tasks.length < limit) await pause.wait(await timeToNext())
    else await pause.wait(pollMs)
  }

  async function timeToNext(): Promise<number> {
    const runAt = await findNextRunAt(ctx.db, topics)
    return runAt === null ? pollMs : Math.min(pollMs, Math.max(0, runAt - ctx.now()))
  }

  async function runTask(task: Task): Promise<void> {
    const log = ctx.rootLog.child({ correlationId: task.id })
    const outcome = await handle({ ...ctx, log }, task)
    try {
      const isOurs = await settle(task, outcome)
      if (!isOurs) log.warn({ topic: task.topic }, 'task lease was lost while it ran')
      ctx.metrics.tasks.inc({ topic: task.topic, outcome: outcome.kind })
      log.debug(
        { topic: task.topic, attempt: task.attempts, outcome: outcome.kind },
        'task handled',
      )
    } catch (error) {
      // Its lease runs out and somebody does it again.
      log.warn({ err: error, topic: task.topic }, 'task result could not be written')
    }
  }

  async function handle(taskCtx: Context, task: Task): Promise<TaskOutcome> {
    try {
      const handler = handlers[task.topic]
      if (!handler) throw new Error(`no handler for topic ${task.topic}`)
      return await handler(taskCtx, task)
    } catch (error) {
      taskCtx.log.error({ err: error, topic: task.topic, attempt: task.attempts }, 'task failed')
      const message = redactText(error instanceof Error ? error.message : String(error))
      if (task.attempts >= attemptsBeforeDead) return { kind: 'dead', error: message }
      const backoffMs = Math.min(longestBackoffMs, 1_000 * 2 ** (task.attempts - 1))
      return { kind: 'retry', runAt: unixMs(ctx.now() + backoffMs), error: message }
    }
  }

  function settle(task: Task, outcome: TaskOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'done':
        return completeTask(ctx.db, task, owner)
      case 'retry':
        return postponeTask(ctx.db, task, owner, { ...outcome, state: 'waiting' })
      case 'dead':
        return postponeTask(ctx.db, task, owner, { ...outcome, state: 'dead', runAt: task.runAt })
      default:
        return assertNever(outcome)
    }
  }

  async function renew(): Promise<void> {
    if (underWay.size === 0) return
    try {
      await renewTaskLeases(ctx.db, { owner, leaseMs, tasks: [...underWay.keys()] })
    } catch (error) {
      ctx.log.warn({ err: error }, 'task leases could not be renewed')
    }
  }

  return {
    start() {
      if (topics.length === 0) return
      loop = work()
      renewal = setInterval(() => void renew(), leaseMs / 3)
    },
    wake: () => pause.wake(),
    async stop() {
      isStopping = true
      pause.wake()
      await loop
      await Promise.race([
        Promise.all(underWay.values()),
        sleep(graceMs, undefined, { ref: false }),
      ])
      clearInterval(renewal)
      if (underWay.size > 0) ctx.log.warn({ tasks: underWay.size }, 'stopped with tasks under way')
    },
  }
}
