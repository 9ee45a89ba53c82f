import { describe, expect, test } from 'vitest'
import { limits } from '../src/platform/limits/limits.js'
import { readLimits } from '../src/platform/limits/read-limits.js'
import { renderLimits } from './render-limits.js'

const page = renderLimits()

describe('renderLimits', () => {
  test('default: lists every limit with its reason', () => {
    for (const [name, { reason }] of Object.entries(limits)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row).toContain(`| ${reason} |`)
    }
  })

  test('behavior: has a valid example of a file', () => {
    const [, example = ''] = /```json output\n(.*?)```/s.exec(page) ?? []
    expect(readLimits(example)).toMatchObject({
      settings: { feeBps: 100, planPrices: { pro: 19_900n, enterprise: 45_050n } },
    })
  })

  test('behavior: names the owners', () => {
    expect(page).toContain(
      'calls with a session per minute | 600 per person, 3,000 per network address |',
    )
    expect(page).toContain(
      'open event streams | 10 per merchant, 100 per network address, 500 in total |',
    )
  })
})
