import { describe, expect, test } from 'vitest'
import { createRequestWidth } from './request-width.js'

const limits = { max: 520n, min: 40n }

describe('createRequestWidth', () => {
  test('behavior: a reading without rejected requests narrows nothing', () => {
    const width = createRequestWidth(limits)
    width.narrow({ filters: 3, divided: 0, tooWide: null })
    expect(width.get()).toBe(520n)
  })

  test('default: narrows to what the node accepts, and widens at once while behind', () => {
    const width = createRequestWidth(limits)
    width.narrow({ filters: 10, divided: 10, tooWide: 11n })
    expect(width.get()).toBe(5n)
    width.widen(true)
    expect(width.get()).toBe(10n)
  })

  test('behavior: widens rarely at the latest block', () => {
    const width = createRequestWidth(limits)
    width.narrow({ filters: 10, divided: 10, tooWide: 11n })
    for (let read = 0; read < 49; read += 1) width.widen(false)
    expect(width.get()).toBe(5n)
    width.widen(false)
    expect(width.get()).toBe(10n)
  })

  test('behavior: many logs for a few addresses do not narrow the requests of all', () => {
    const width = createRequestWidth(limits)
    width.narrow({ filters: 10, divided: 1, tooWide: 2n })
    expect(width.get()).toBe(40n)
    width.narrow({ filters: 10, divided: 1, tooWide: 2n })
    expect(width.get()).toBe(40n)
  })
})
