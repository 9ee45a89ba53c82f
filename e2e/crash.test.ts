import { describe, expect, test } from 'vitest'
import { crashAndRecover, crashDuringInitdb, withoutChain } from './crash.js'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from './tallystick.js'

describe('kill -9', () => {
  test('behavior: of node, then of the group: nothing confirmed is lost', async () => {
    const dataDir = makeDataDir()
    const written: number[] = []
    let running = await startTallystick({
      dataDir,
      command: 'npm start',
      environment: withoutChain,
    })
    await running.ready()
    for (const target of ['node', 'group'] as const) {
      const { next, lost } = await crashAndRecover(running, { dataDir, target, written })
      running = next
      expect(lost).toEqual([])
    }
    expect(await stopTallystick(running)).toBe(0)
    expect(written.length).toBeGreaterThanOrEqual(100)
    expect(processesOf(dataDir)).toEqual([])
    removeDataDir(dataDir)
  })

  test('behavior: in the middle of initdb: the next start makes it whole', async () => {
    const dataDir = makeDataDir()
    await crashDuringInitdb(dataDir, 100)
    const next = await startTallystick({ dataDir, command: 'npm start', environment: withoutChain })
    const { baseUrl } = await next.ready()
    expect(await (await fetch(`${baseUrl}/healthz`)).json()).toEqual({ status: 'ok' })
    next.signal('SIGTERM')
    expect(await next.exited).toBe(0)
    removeDataDir(dataDir)
  })
})
