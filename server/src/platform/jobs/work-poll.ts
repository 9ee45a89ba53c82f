import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createPause } from './pause.js'
import type { WakeTopic } from './wakeups.js'

/** How the database shows that there is work for a topic. */
export type WorkSource = {
  topic: WakeTopic
  /**
   * An SQL expression, cheap by an index. `$1` is the service's time and `$2` the chain's id. The topic is woken while
   * it is true, and whenever any other value has changed.
   */
  sql: string
}

const alertKey = 'work poll'

export type WorkPoll = { start(): void; stop(): Promise<void> }

/**
 * Looks for work that other processes have left, for all topics in one query, and wakes their loops. Work of this
 * process wakes them without it.
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
      await look().catch(noteFailure)
      await pause.wait(pollMs)
    }
  }

  async function look(): Promise<void> {
    const { rows } = await ctx.db.query<{ found: (string | null)[] }>(statement, [
      ctx.now(),
      ctx.config.chainId,
    ])
    ctx.alerts.resolve('worker_failing', alertKey)
    const found = rows[0]?.found ?? []
    for (const [index, { topic }] of sources.entries()) {
      const value = found[index] ?? null
      const isWork = value === 'true' || (value !== 'false' && value !== (last[index] ?? null))
      if (isWork) ctx.wakeups.wake(topic)
    }
    last = found
  }

  function noteFailure(error: unknown): void {
    // While the store is away the breaker has already said so.
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
