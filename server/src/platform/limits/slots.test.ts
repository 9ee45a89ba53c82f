import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { unixMs } from '../../lib/time.js'
import { createSlots } from './slots.js'

const ctx = { now: () => unixMs(1_000), config: { ...testConfig(), mode: 'live' as const } }
const createImports = () => createSlots(ctx, { limit: 'imports', retryAfterMs: 5_000 })

describe('createSlots', () => {
  test('default', () => {
    const slots = createImports()
    const free = slots.take({ merchant: 'a' })
    expect(() => slots.take({ merchant: 'a' })).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        fields: { limit: 'imports', resetAt: 6_000 },
        retryAfterMs: 5_000,
      }),
    )
    free()
    slots.take({ merchant: 'a' })
  })

  test('behavior: owners have separate slots', () => {
    const slots = createImports()
    slots.take({ merchant: 'a', network: '1' })
    slots.take({ merchant: 'b', network: '1' })
    expect(() => slots.take({ merchant: 'c', network: '1' })).toThrow('2 imports')
    slots.take({ merchant: 'c', network: '2' })
  })

  test('behavior: takes no slot when one owner has none left', () => {
    const slots = createImports()
    const free = slots.take({ merchant: 'a' })
    expect(() => slots.take({ merchant: 'a', platform: '' })).toThrow()
    free()
    for (const merchant of ['a', 'b', 'c', 'd']) slots.take({ merchant, platform: '' })
    expect(() => slots.take({ platform: '' })).toThrow('4 imports')
  })

  test('behavior: frees a slot once', () => {
    const slots = createImports()
    const free = slots.take({ network: '1' })
    slots.take({ network: '1' })
    free()
    free()
    slots.take({ network: '1' })
    expect(() => slots.take({ network: '1' })).toThrow()
  })

  test('behavior: a site of IPv6 has a quarter of the platform, over all of its networks', () => {
    const slots = createSlots(ctx, { limit: 'portal-streams' })
    for (let count = 0; count < 320; count += 1) slots.take({ network: `n${count}/site` })
    expect(() => slots.take({ network: 'another/site' })).toThrow('320 open streams')
    slots.take({ network: 'another/second' })
    slots.take({ network: 'ipv4' })
  })
})
