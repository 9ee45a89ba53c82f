import { describe, expect, test } from 'vitest'
import { crashAndRecover, crashDuringInitdb, withoutChain } from './helpers/crash.js'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from './helpers/tallystick.js'

describe('repeated kill -9', () => {
  test.each(['node', 'group'] as const)(
    'behavior: keeps every confirmed write after 20 kills of the %s',
    async (target) => {
      const dataDir = makeDataDir()
      const written: number[] = []
      const restarts: number[] = []
      let running = await startTallystick({
        dataDir,
        command: 'npm start',
        environment: withoutChain,
      })
      await running.ready()
      for (let round = 0; round < 20; round += 1) {
        const crash = await crashAndRecover(running, { dataDir, target, written })
        const { lost, restartMs } = crash
        running = crash.next
        expect(lost).toEqual([])
        restarts.push(restartMs)
      }
      expect(await stopTallystick(running)).toBe(0)
      expect(Math.max(...restarts)).toBeLessThan(5_000)
      expect(processesOf(dataDir)).toEqual([])
      removeDataDir(dataDir)
    },
  )

  test('behavior: starts after 20 kills during initdb', async () => {
    const dataDir = makeDataDir()
    for (let round = 0; round < 20; round += 1) await crashDuringInitdb(dataDir, 20 * round)
    const next = await startTallystick({ dataDir, command: 'npm start' })
    await next.ready()
    next.signal('SIGTERM')
    expect(await next.exited).toBe(0)
    removeDataDir(dataDir)
  })
})
