import type { Caller } from '../../auth/caller.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { listRejected } from './list-rejected.js'

export type AdmissionCheck = {
  /** Calls `end` when the caller loses access. Call the returned function to stop. */
  add(caller: Caller, end: () => void): () => void
  close(): Promise<void>
}

type Stream = { caller: Caller; end: () => void }

const worker = 'event-stream-access'

/** Checks the access of all streams together, so that the number of queries does not grow with them. */
export function createAdmissionCheck(
  ctx: Context,
  { everyMs }: { everyMs: number },
): AdmissionCheck {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null
  let checking: Promise<void> | null = null
  let isClosed = false

  function schedule(): void {
    if (timer || checking || isClosed || streams.size === 0) return
    timer = setTimeout(() => {
      timer = null
      checking = check().finally(() => {
        checking = null
        schedule()
      })
    }, everyMs)
  }

  async function check(): Promise<void> {
    const all = [...streams]
    try {
      const callers = all.map(({ caller }) => caller)
      const rejected = await listRejected(ctx, callers)
      for (const { caller, end } of all) {
        if (rejected.has(caller)) end()
      }
      ctx.alerts.resolve('worker_failing', worker)
    } catch (error) {
      // Without the database the streams stay open, and no events are read either.
      if (error instanceof StoreUnavailable) return
      const message = 'the access of event streams could not be checked'
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    }
  }

  return {
    add(caller, end) {
      const stream = { caller, end }
      streams.add(stream)
      schedule()
      return () => streams.delete(stream)
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      streams.clear()
      await checking
    },
  }
}
