import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './log.js'
import type { Metrics } from './metrics.js'

/** What one look at a subsystem found. Further fields say more, e.g. `latencyMs`. */
export type CheckResult = { ok: boolean; [detail: string]: unknown }
export type Check = () => Promise<CheckResult>
export type OnSample = (check: string, result: CheckResult) => void

/**
 * Samples subsystems in the background, so that reading their state never waits for one: every second while it is being
 * read, every ten seconds otherwise. The first read after a while has a sample taken at once, for the next.
 */
export type HealthMonitor = {
  latest(): Readonly<Record<string, CheckResult>>
  isDegraded(): boolean
  /** Takes one sample of everything now. */
  sample(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const sampleEveryMs = 1_000
const sampleUnreadEveryMs = 10_000
/** For how long after a read another one is expected. */
const readForMs = 10_000
const answerWithinMs = 1_000

/** A monitor that has sampled nothing yet and does so only when told to. */
export function createHealthMonitor(
  checks: Readonly<Record<string, Check>>,
  { log, metrics, onSample }: { log: Logger; metrics: Metrics; onSample?: OnSample | undefined },
): HealthMonitor {
  const results: Record<string, CheckResult> = {}
  let timer: NodeJS.Timeout | null = null
  let underWay = Promise.resolve()
  let sampledAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let isStopped = false

  async function sampleOne(name: string, check: Check): Promise<void> {
    const before = results[name]?.ok
    const result = await runCheck(check)
    results[name] = result
    metrics.checkOk.set({ check: name }, result.ok ? 1 : 0)
    onSample?.(name, result)
    if (before !== undefined && before !== result.ok) {
      log.warn({ check: name, ...result }, result.ok ? 'check is good again' : 'check failed')
    }
  }

  async function sample(): Promise<void> {
    await Promise.all(Object.entries(checks).map(([name, check]) => sampleOne(name, check)))
  }

  function scheduleNext(): void {
    if (isStopped) return
    const isRead = performance.now() - readAt < readForMs
    const dueAt = sampledAt + (isRead ? sampleEveryMs : sampleUnreadEveryMs)
    timer = setTimeout(
      () => {
        timer = null
        underWay = sample().then(() => {
          sampledAt = performance.now()
          scheduleNext()
        })
      },
      Math.max(0, dueAt - performance.now()),
    )
  }

  function noteRead(): void {
    const before = readAt
    readAt = performance.now()
    if (readAt - before < readForMs || timer === null) return
    clearTimeout(timer)
    scheduleNext()
  }

  return {
    latest() {
      noteRead()
      return results
    },
    isDegraded() {
      noteRead()
      return Object.values(results).some((result) => !result.ok)
    },
    sample,
    start() {
      sampledAt = performance.now()
      readAt = sampledAt
      scheduleNext()
    },
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      timer = null
      await underWay
    },
  }
}

/** A check that throws or does not answer has failed, whatever the reason. */
async function runCheck(check: Check): Promise<CheckResult> {
  const tooLate = sleep(answerWithinMs, { ok: false }, { ref: false })
  try {
    return await Promise.race([check(), tooLate])
  } catch {
    return { ok: false }
  }
}
