import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createPause } from './pause.js'
import type { WakeTopic } from './wakeups.js'

/** A query that detects work for a topic. */
export type WorkSource = {
  topic: WakeTopic
  /**
   * An SQL expression that an index makes cheap. `$1` is the service's time and `$2` the chain id.
   * The topic is woken while the result is true, and whenever any other result changes.
   */
  sql: string
}

const alertKey = 'work poll'

export type WorkPoll = { start(): void; stop(): Promise<void> }

/**
 * Polls the database for work from other processes, for all topics in one query, and wakes their
 * loops. Work of this process wakes the loops directly.
 */
export function createWorkPoll(
  ctx: Pick<Context, 'alerts' | 'config' | 'db' | 'now' | 'wakeups'>,
  { sources, pollMs }: { sources: readonly WorkSource[]; pollMs: number },
): WorkPoll {
  const statement = `select array[${sources.map(({ sql }) => `(${sql})::text`).join(', ')}] as found
    from (select $1::bigint, $2::bigint) as given`
  const pause = createPause()
  let last: (string | null)[] = []
  let isStopping = false
  let loop = Promise.resolve()

  async function work(): Promise<void> {
    while (!isStopping) {
      await poll().catch(raiseFailure)
      await pause.wait(pollMs)
    }
  }

  async function poll(): Promise<void> {
    const { rows } = await ctx.db.query<{ found: (string | null)[] }>(statement, [
      ctx.now(),
      ctx.config.chainId,
    ])
    ctx.alerts.resolve('worker_failing', alertKey)
    const kinds = rows[0]?.found ?? []
    for (const [index, { topic }] of sources.entries()) {
      const value = kinds[index] ?? null
      const isWork = value === 'true' || (value !== 'false' && value !== (last[index] ?? null))
      if (isWork) ctx.wakeups.wake(topic)
    }
    last = kinds
  }

  function raiseFailure(error: unknown): void {
    // The circuit breaker already logs an unavailable database.
    if (error instanceof StoreUnavailable) return
    const message = 'the database could not be polled for work'
    ctx.alerts.raise({ name: 'worker_failing', key: alertKey, message, err: error })
  }

  return {
    start() {
      loop = work()
    },
    async stop() {
      isStopping = true
      pause.wake()
      await loop
    },
  }
}
