import { describe, expect, test } from 'vitest'
import { joinChanges, type LiveChange, readChange } from './live-change.js'

const change = (id: string | null, kind: LiveChange['change'] = 'updated'): LiveChange => ({
  kind: 'receipt',
  id,
  change: kind,
})

describe('readChange', () => {
  test('default: reads a change', () => {
    expect(readChange({ kind: 'receipt', id: 'r-1', change: 'updated' })).toEqual(change('r-1'))
    expect(readChange({ kind: 'item', id: null, change: 'deleted' })).toEqual({
      kind: 'item',
      id: null,
      change: 'deleted',
    })
  })

  test('behavior: ignores kinds of later versions', () => {
    expect(readChange({ kind: 'robot', id: 'r-1', change: 'updated' })).toBeNull()
    expect(readChange({ kind: 'item', id: 'r-1', change: 'eaten' })).toBeNull()
    expect(readChange(null)).toBeNull()
  })
})

describe('joinChanges', () => {
  test('default: keeps one change for each object', () => {
    expect(joinChanges([change('a'), change('b'), change('a', 'deleted')])).toEqual([
      change('a', 'deleted'),
      change('b'),
    ])
  })

  test('behavior: what was created and then updated is still new', () => {
    expect(joinChanges([change('a', 'created'), change('a')])).toEqual([change('a', 'created')])
  })

  test('behavior: a change of many objects covers those of single ones', () => {
    expect(joinChanges([change('a'), change(null), change('b')])).toEqual([change(null)])
  })
})
