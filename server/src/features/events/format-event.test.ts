import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent } from '../../../test/fixtures/event.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { testNow } from '../../../test/harness.js'
import { describeEvent } from './describe-event.js'
import { formatEvent } from './format-event.js'

const ctx = { now: () => testNow }

describe('formatEvent', () => {
  test('default', () => {
    const event = anEvent(ctx, { merchant: aWallet(), id: 'e-1', body: '{"event":"x"}' })
    expect(formatEvent({ ...event, no: 7 })).toBe(
      `id: 7\nevent: receipt.status_updated\ndata: {"id":"e-1","createdAt":${testNow},"event":"x"}\n\n`,
    )
  })

  test('behavior: three lines that say what the feed says, whatever is in it', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
        const body = JSON.stringify({ event: 'x', text, value: JSON.parse(json) })
        const event = { ...anEvent(ctx, { merchant: aWallet(), body }), no: 3 }
        const lines = formatEvent(event).split(/\r\n|\r|\n/)
        expect(lines).toHaveLength(5)
        expect(lines.slice(3)).toEqual(['', ''])
        expect(JSON.parse(lines[2]?.slice('data: '.length) ?? '')).toEqual(describeEvent(event))
      }),
      { numRuns: 200 },
    )
  })
})
