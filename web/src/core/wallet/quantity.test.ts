import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { walletError } from '../../../test/fixtures/wallet.js'
import { readQuantity } from './quantity.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const read = (request: () => Promise<unknown>) => readQuantity({ request }, { method: 'eth_test' })

describe('readQuantity', () => {
  test.each([
    ['0x2105', 8453n],
    ['0x00000000000000ff', 255n],
    ['0x0', 0n],
    [`0x${'F'.repeat(64)}`, 2n ** 256n - 1n],
    ['8453', 8453n],
    [8453, 8453n],
  ])('default: %s', async (response, quantity) => {
    expect(await read(async () => response)).toBe(quantity)
  })

  test.each([['0x'], [''], [null], [undefined], [[]], [{}], ['0xzz'], [-1], [1.5], ['ff'], [true]])(
    'behavior: returns null for %j',
    async (response) => {
      expect(await read(async () => response)).toBeNull()
    },
  )

  test('behavior: returns null when the wallet refuses or throws', async () => {
    expect(await read(() => Promise.reject(walletError(-32603)))).toBeNull()
    const broken = read(() => {
      throw new Error('broken')
    })
    expect(await broken).toBeNull()
  })

  test('behavior: returns null after four seconds without a response', async () => {
    const pending = read(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(3_999)
    const early = await Promise.race([pending, Promise.resolve('waiting')])
    await vi.advanceTimersByTimeAsync(1)
    expect([early, await pending]).toEqual(['waiting', null])
  })

  test('property: returns a number from 0, or null', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.string()), async (value) => {
        const quantity = await read(async () => value)
        expect(quantity === null || quantity >= 0n).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
