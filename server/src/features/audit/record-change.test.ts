import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundChange } from './record-change.js'

describe('boundChange', () => {
  test('default: keeps a change that fits', () => {
    const change = { name: 'Tea', tax: { overrides: [{ code: 'DE' }] } }
    expect(boundChange(change)).toBe(change)
  })

  test('behavior: replaces only the long parts of a large change', () => {
    const overrides = Array.from({ length: 500 }, (_, n) => ({ code: `US-${n}` }))
    expect(boundChange({ name: 'Tea', tax: { overrides, taxId: 'DE1' } })).toEqual({
      name: 'Tea',
      tax: {
        overrides: {
          omittedCharacters: JSON.stringify(overrides).length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        taxId: 'DE1',
      },
    })
  })

  test('behavior: never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.object({ maxKeys: 400, maxDepth: 3 }), (value) => {
        const change = JSON.parse(JSON.stringify(value))
        expect(JSON.stringify(boundChange(change)).length).toBeLessThanOrEqual(4_096)
      }),
    )
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n]))
    expect(JSON.stringify(boundChange(many)).length).toBeLessThan(200)
  })
})
