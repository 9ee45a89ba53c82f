import { describe, expect, test } from 'vitest'
import { crashAndRecover, crashDuringInitdb, withoutChain } from './crash.js'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from './tallystick.js'

describe('kill -9, over and over', () => {
  test.each(['node', 'group'] as const)('20 times of the %s: nothing lost', async (target) => {
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
  })

  test('20 times in the middle of initdb', async () => {
    const dataDir = makeDataDir()
    for (let round = 0; round < 20; round += 1) await crashDuringInitdb(dataDir, 20 * round)
    const next = await startTallystick({ dataDir, command: 'npm start' })
    await next.ready()
    next.signal('SIGTERM')
    expect(await next.exited).toBe(0)
    removeDataDir(dataDir)
  })
})
