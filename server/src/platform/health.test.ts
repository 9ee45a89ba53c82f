import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../test/fixtures/silent-log.js'
import { createRecordingLog } from '../../test/harness.js'
import { type Check, type CheckResult, createHealthMonitor } from './health.js'
import { createMetrics } from './metrics.js'

describe('createHealthMonitor', () => {
  test('default', async () => {
    const monitor = aMonitor({
      datastore: async () => ({ ok: true, latencyMs: 3 }),
      jobs: async () => ({ ok: true }),
    })
    await monitor.sample()

    expect(monitor.latest()).toEqual({ datastore: { ok: true, latencyMs: 3 }, jobs: { ok: true } })
    expect(monitor.isDegraded()).toBe(false)
  })

  test('behavior: has no results before the first sample', () => {
    const monitor = aMonitor({ jobs: async () => ({ ok: false }) })
    expect(monitor.latest()).toEqual({})
    expect(monitor.isDegraded()).toBe(false)
  })

  test('behavior: is degraded by one failing check', async () => {
    const monitor = aMonitor({
      datastore: async () => ({ ok: true }),
      outbox: async () => ({ ok: false, pending: 9 }),
    })
    await monitor.sample()

    expect(monitor.latest()).toEqual({ datastore: { ok: true }, outbox: { ok: false, pending: 9 } })
    expect(monitor.isDegraded()).toBe(true)
  })

  test.each<[string, Check]>([
    ['rejects', async () => Promise.reject(new Error('hunter2'))],
    [
      'throws',
      () => {
        throw new Error('hunter2')
      },
    ],
  ])('behavior: counts a check that %s as failed', async (_name, check) => {
    const monitor = aMonitor({ datastore: check, jobs: async () => ({ ok: true }) })
    await monitor.sample()

    expect(monitor.latest()).toEqual({ datastore: { ok: false }, jobs: { ok: true } })
    expect(monitor.isDegraded()).toBe(true)
  })

  test('behavior: recovers', async () => {
    let result: CheckResult = { ok: true }
    const monitor = aMonitor({ datastore: async () => result })

    const states: boolean[] = []
    for (const ok of [true, false, true]) {
      result = { ok }
      await monitor.sample()
      states.push(monitor.isDegraded())
    }
    expect(states).toEqual([false, true, false])
  })

  test('behavior: logs only when a check changes', async () => {
    let result: CheckResult = { ok: false }
    const { log, lines } = createRecordingLog()
    const monitor = createHealthMonitor(
      { outbox: async () => result, jobs: async () => ({ ok: true }) },
      { log, metrics: createMetrics() },
    )

    for (const next of [false, false, true, true, false, false]) {
      result = { ok: next, pending: 9 }
      await monitor.sample()
    }

    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        check: 'outbox',
        ok: true,
        msg: 'check recovered',
      }),
      expect.objectContaining({ level: 'warn', check: 'outbox', ok: false, msg: 'check failed' }),
    ])
    expect(lines[1]).toHaveProperty('pending', 9)
  })

  test('behavior: counts each check', async () => {
    const metrics = createMetrics()
    const checks = { datastore: async () => ({ ok: true }), jobs: async () => ({ ok: false }) }
    await createHealthMonitor(checks, { log: silentLog, metrics }).sample()

    const { values } = await metrics.checkOk.get()
    expect(values.map(({ labels, value }) => [labels.check, value])).toEqual([
      ['datastore', 1],
      ['jobs', 0],
    ])
  })

  describe('start', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test('behavior: samples every second from start to stop', async () => {
      let samples = 0
      const monitor = aMonitor({
        jobs: async () => {
          samples += 1
          return { ok: true }
        },
      })

      monitor.start()
      expect(samples).toBe(0)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(samples).toBe(3)

      await monitor.stop()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(samples).toBe(3)
      expect(vi.getTimerCount()).toBe(0)
    })

    test('behavior: samples every ten seconds while unread, and at once after a read', async () => {
      let samples = 0
      const monitor = aMonitor({
        jobs: async () => {
          samples += 1
          return { ok: true }
        },
      })
      const during = async (ms: number) => {
        const before = samples
        await vi.advanceTimersByTimeAsync(ms)
        return samples - before
      }

      monitor.start()
      await during(15_000)
      expect(await during(20_000)).toBe(2)

      await during(4_000)
      monitor.isDegraded()
      expect(await during(1)).toBe(1)
      expect(await during(9_000)).toBe(9)
      monitor.latest()
      expect(await during(9_000)).toBe(9)
      await during(10_000)
      expect(await during(20_000)).toBe(2)

      await monitor.stop()
      monitor.latest()
      expect(vi.getTimerCount()).toBe(0)
    })

    test('behavior: continues after a check failed', async () => {
      let samples = 0
      const monitor = aMonitor({
        jobs: async () => {
          samples += 1
          throw new Error('away')
        },
      })

      monitor.start()
      await vi.advanceTimersByTimeAsync(3_000)
      await monitor.stop()
      expect(samples).toBe(3)
    })

    test('behavior: does not repeat a slow check before it ends', async () => {
      let samples = 0
      const responses: (() => void)[] = []
      const monitor = aMonitor({
        jobs: () => {
          samples += 1
          return new Promise((resolve) => responses.push(() => resolve({ ok: true })))
        },
      })

      monitor.start()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(samples).toBe(1)

      responses[0]?.()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(samples).toBe(2)

      responses[1]?.()
      await monitor.stop()
    })

    test('behavior: stop waits for the current sample and starts no other', async () => {
      let respond = () => {}
      const monitor = aMonitor({
        jobs: () =>
          new Promise((resolve) => {
            respond = () => resolve({ ok: true })
          }),
      })
      monitor.start()
      await vi.advanceTimersByTimeAsync(1_000)

      let isStopped = false
      const stopped = monitor.stop().then(() => {
        isStopped = true
      })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(isStopped).toBe(false)

      respond()
      await stopped
      expect(monitor.latest()).toEqual({ jobs: { ok: true } })
      expect(vi.getTimerCount()).toBe(0)
    })

    test('behavior: allows stop before start', async () => {
      await aMonitor({}).stop()
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

function aMonitor(checks: Record<string, Check>) {
  return createHealthMonitor(checks, { log: silentLog, metrics: createMetrics() })
}
