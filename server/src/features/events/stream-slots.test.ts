import { describe, expect, test, vi } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { testConfig } from '../../../test/test-config.js'
import { unixMs } from '../../lib/time.js'
import { createStreamSlots, type StreamSlotOptions } from './stream-slots.js'

const ctx = { now: () => unixMs(1_000), config: testConfig() }

/** Five slots, of which three for new merchants. */
const few = {
  max: { merchant: 3, network: 4, platform: 5 },
  maxOfNew: { network: 2, platform: 3 },
}

function aHouse(options: StreamSlotOptions = few) {
  const slots = createStreamSlots(ctx, options)
  const take = (isEstablished: boolean, merchant = aWallet(), network = aWallet() as string) => {
    const slot = slots.take({ merchant, network, isEstablished })
    const end = vi.fn()
    slot?.onReclaimed(end)
    return slot && { ...slot, end }
  }
  return { slots, take }
}

describe('createStreamSlots', () => {
  test('default', () => {
    const { slots, take } = aHouse()
    const slot = take(false)
    expect(slots.taken()).toBe(1)
    slot?.release()
    slot?.release()
    expect(slots.taken()).toBe(0)
  })

  test('error: limits the streams of throwaway wallets per network address', () => {
    const { slots, take } = aHouse()
    const network = '192.0.2.1'
    take(false, aWallet(), network)
    const last = take(false, aWallet(), network)
    expect(() => take(false, aWallet(), network)).toThrow(
      expect.objectContaining({ fields: { limit: 'new-merchant-streams', resetAt: 61_000 } }),
    )
    expect(slots.taken()).toBe(2)
    last?.release()
    expect(take(false, aWallet(), network)).not.toBeNull()
  })

  test('error: limits the streams of one merchant', () => {
    const { take } = aHouse()
    const merchant = aWallet()
    for (let count = 0; count < 3; count += 1) take(true, merchant)
    expect(() => take(true, merchant)).toThrow(
      expect.objectContaining({ fields: { limit: 'event-streams', resetAt: 61_000 } }),
    )
  })

  test('behavior: keeps slots for established merchants', () => {
    const { take } = aHouse()
    for (let count = 0; count < 3; count += 1) take(false)
    expect(take(false)).toBeNull()
    expect(take(true)).not.toBeNull()
    expect(take(true)).not.toBeNull()
  })

  test('behavior: a full network address does not stop the first stream of an established merchant', () => {
    const { take } = aHouse({ max: { network: 2 } })
    const [merchant, network] = [aWallet(), '192.0.2.1']
    for (let count = 0; count < 2; count += 1) take(false, aWallet(), network)
    expect(take(true, merchant, network)).not.toBeNull()
    expect(() => take(true, merchant, network)).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    )
  })

  test('behavior: when all are taken, the merchant with the most streams gives one up', () => {
    const { slots, take } = aHouse()
    const greedy = aWallet()
    const kept = [take(true, greedy), take(false), take(true), take(false)]
    const newest = take(true, greedy)
    expect(take(true)).not.toBeNull()
    expect(newest?.end).toHaveBeenCalledOnce()
    for (const slot of kept) expect(slot?.end).not.toHaveBeenCalled()
    newest?.release()
    expect(slots.taken()).toBe(5)
  })

  test('behavior: then new merchants give up theirs', () => {
    const { take } = aHouse()
    const newcomer = take(false)
    for (let count = 0; count < 4; count += 1) take(true)
    expect(take(true)).not.toBeNull()
    expect(newcomer?.end).toHaveBeenCalledOnce()
    expect(take(true)).toBeNull()
  })

  test('error: only the first stream of a merchant displaces another', () => {
    const { take } = aHouse()
    const merchant = aWallet()
    take(true, merchant)
    for (let count = 0; count < 3; count += 1) take(false)
    take(true)
    expect(take(true, merchant)).toBeNull()
  })
})
