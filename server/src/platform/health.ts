import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './log.js'
import type { Metrics } from './metrics.js'

/** The result of one check, with optional details such as `latencyMs`. */
export type CheckResult = { ok: boolean; [detail: string]: unknown }
export type Check = () => Promise<CheckResult>
export type OnSample = (check: string, result: CheckResult) => void

/**
 * Samples subsystems in the background, so that reading their state never waits: every second while
 * it is read, every ten seconds otherwise. The first read after a while triggers a sample for the
 * next one.
 */
export type HealthMonitor = {
  latest(): Readonly<Record<string, CheckResult>>
  isDegraded(): boolean
  /** Returns whether the process is about to stop, so that no more requests should come. */
  isDraining(): boolean
  drain(): void
  /** Samples every subsystem now. */
  sample(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const sampleEveryMs = 1_000
const sampleUnreadEveryMs = 10_000
/** How long after a read another one is expected. */
const readForMs = 10_000
const timeoutMs = 1_000

/** Creates a monitor without samples. Call `start` to sample in the background. */
export function createHealthMonitor(
  checks: Readonly<Record<string, Check>>,
  { log, metrics, onSample }: { log: Logger; metrics: Metrics; onSample?: OnSample | undefined },
): HealthMonitor {
  const results: Record<string, CheckResult> = {}
  let timer: NodeJS.Timeout | null = null
  let sampling = Promise.resolve()
  let sampledAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  let isDraining = false

  async function sampleOne(name: string, check: Check): Promise<void> {
    const before = results[name]?.ok
    const result = await runCheck(check)
    results[name] = result
    metrics.checkOk.set({ check: name }, result.ok ? 1 : 0)
    onSample?.(name, result)
    if (before !== undefined && before !== result.ok) {
      log.warn({ check: name, ...result }, result.ok ? 'check recovered' : 'check failed')
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
        sampling = sample().then(() => {
          sampledAt = performance.now()
          scheduleNext()
        })
      },
      Math.max(0, dueAt - performance.now()),
    )
  }

  function recordRead(): void {
    const before = readAt
    readAt = performance.now()
    if (readAt - before < readForMs || timer === null) return
    clearTimeout(timer)
    scheduleNext()
  }

  return {
    latest() {
      recordRead()
      return results
    },
    isDegraded() {
      recordRead()
      return Object.values(results).some((result) => !result.ok)
    },
    isDraining: () => isDraining,
    drain() {
      isDraining = true
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
      await sampling
    },
  }
}

/** Runs a check. One that throws or times out has failed. */
async function runCheck(check: Check): Promise<CheckResult> {
  const timeout = sleep(timeoutMs, { ok: false }, { ref: false })
  try {
    return await Promise.race([check(), timeout])
  } catch {
    return { ok: false }
  }
}
