import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PortalReceipt } from '../schemas.js'
import { formatEvent } from './format-event.js'

const shown = (fields: Record<string, unknown>) => fields as PortalReceipt

describe('formatEvent', () => {
  test('default', () => {
    const { id, text } = formatEvent(shown({ receiptId: 'r-1' }))
    expect(id).toMatch(/^[\w-]{16}$/)
    expect(text).toBe(`event: receipt\nid: ${id}\ndata: {"receiptId":"r-1"}\n\n`)
  })

  test('behavior: whatever stands in it, it is one event, and reads back', () => {
    const label = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n\ndata: {}', '\r\n', '\u2028', ': ', 'event: other\n\n'),
    )
    fc.assert(
      fc.property(label, (brandName) => {
        const { id, text } = formatEvent(shown({ brandName }))
        const lines = text.slice(0, -2).split(/\r\n|\r|\n/)
        expect(text.endsWith('\n\n')).toBe(true)
        expect(lines).toHaveLength(3)
        expect(lines[1]).toBe(`id: ${id}`)
        expect(JSON.parse(lines[2]?.slice('data: '.length) ?? '')).toEqual({ brandName })
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: the same has the same id, anything else another', () => {
    const one = formatEvent(shown({ status: 'pending' }))
    expect(formatEvent(shown({ status: 'pending' })).id).toBe(one.id)
    expect(formatEvent(shown({ status: 'paid' })).id).not.toBe(one.id)
  })
})
