import { describe, expect, test } from 'vitest'
import { createRequestWidth } from './request-width.js'

const limits = { most: 520n, least: 40n }
const good = { filters: 10, divided: 0, tooWide: null }

describe('createRequestWidth', () => {
  test('default: narrows to what the node accepts, and widens at once while behind', () => {
    const width = createRequestWidth(limits)
    width.adapt({ filters: 10, divided: 10, tooWide: 11n }, true)
    expect(width.get()).toBe(5n)
    width.adapt(good, true)
    expect(width.get()).toBe(10n)
  })

  test('behavior: widens rarely at the latest block', () => {
    const width = createRequestWidth(limits)
    width.adapt({ filters: 10, divided: 10, tooWide: 11n }, false)
    for (let read = 0; read < 49; read += 1) width.adapt(good, false)
    expect(width.get()).toBe(5n)
    width.adapt(good, false)
    expect(width.get()).toBe(10n)
  })

  test('behavior: many logs for a few addresses do not narrow the requests of all', () => {
    const width = createRequestWidth(limits)
    width.adapt({ filters: 10, divided: 1, tooWide: 2n }, false)
    expect(width.get()).toBe(40n)
    width.adapt({ filters: 10, divided: 1, tooWide: 2n }, false)
    expect(width.get()).toBe(40n)
  })
})
