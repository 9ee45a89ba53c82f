import { afterAll, describe, expect, test } from 'vitest'
import { makeDataDir, removeDataDir, startTallystick, stopTallystick } from './tallystick.js'

const dataDir = makeDataDir()
afterAll(() => removeDataDir(dataDir))

async function startAndStop(): Promise<{ apiKey: string; tookMs: number }> {
  const startedAt = performance.now()
  const tallystick = await startTallystick({ dataDir })
  const { apiKey } = await tallystick.ready()
  const tookMs = performance.now() - startedAt
  expect(await stopTallystick(tallystick)).toBe(0)
  return { apiKey, tookMs }
}

describe('npm start', () => {
  // Where the chain is emulated that takes about 5 s, half of it the chain's.
  test('behavior: a second start has the same key and is there in under 7 s', async () => {
    const first = await startAndStop()
    const second = await startAndStop()
    expect(second.tookMs).toBeLessThan(7_000)
    expect(second.apiKey).toBe(first.apiKey)
  })
})
