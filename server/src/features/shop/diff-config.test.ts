import { describe, expect, test } from 'vitest'
import { diffConfig } from './diff-config.js'

describe('diffConfig', () => {
  test('default', () => {
    const before = { name: 'A', listed: false, tax: { id: '1', rate: null }, fees: { pct: 0 } }
    const after = { name: 'B', listed: false, tax: { id: '1', rate: 0.1 }, fees: { pct: 0 } }
    expect(diffConfig<object>(before, after)).toEqual({
      before: { name: 'A', tax: { rate: null } },
      after: { name: 'B', tax: { rate: 0.1 } },
    })
  })

  test('behavior: returns whole lists', () => {
    expect(diffConfig({ tags: ['a', 'b'] }, { tags: ['a'] })).toEqual({
      before: { tags: ['a', 'b'] },
      after: { tags: ['a'] },
    })
  })

  test('behavior: ignores the order of fields', () => {
    const before = { overrides: [{ code: 'DE', rate: 1 }] }
    expect(diffConfig(before, { overrides: [{ rate: 1, code: 'DE' }] })).toBeNull()
  })
})
