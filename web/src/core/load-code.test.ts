import { describe, expect, test } from 'vitest'
import { loadCode, loadCodeEventually } from './load-code.js'

const broken = () => Promise.reject(new TypeError('Importing a module script failed.'))

describe('loadCode', () => {
  test('default', async () => {
    expect(await loadCode(async () => 'code')).toBe('code')
  })

  test('error: passes on a failure without an address', async () => {
    await expect(loadCode(broken)).rejects.toThrow('Importing a module script failed.')
  })
})

describe('loadCodeEventually', () => {
  test('default: retries with growing pauses', async () => {
    const pauses: number[] = []
    const load = () => (pauses.length < 8 ? broken() : Promise.resolve('code'))
    const pause = async (ms: number) => pauses.push(ms)
    expect(await loadCodeEventually(load, { isWanted: () => true, pause })).toBe('code')
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  })

  test('behavior: ends when the code is no longer wanted', async () => {
    let isWanted = true
    const pause = async () => {
      isWanted = false
    }
    expect(await loadCodeEventually(broken, { isWanted: () => isWanted, pause })).toBe(null)
    expect(await loadCodeEventually(async () => 'code', { isWanted: () => false })).toBe(null)
  })
})
