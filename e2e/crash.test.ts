// @module-tag slow
import { describe, expect, test } from 'vitest'
import { crashAndRecover, crashDuringInitdb, withoutChain } from './helpers/crash.js'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from './helpers/tallystick.js'

describe('kill -9', () => {
  test('behavior: keeps every confirmed write after kills of node and of the group', async () => {
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

  test('behavior: the next start recovers from a kill during initdb', async () => {
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
