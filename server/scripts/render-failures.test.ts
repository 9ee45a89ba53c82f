import { describe, expect, test } from 'vitest'
import {
  failureCategories,
  failureCodes,
  findFailure,
} from '../src/features/receipts/status/failures.js'
import { renderFailures } from './render-failures.js'

const page = renderFailures()

describe('renderFailures', () => {
  test('default', () => {
    for (const code of failureCodes) {
      const { reason, action, buyer } = findFailure(code) ?? {}
      expect(page).toContain(`| \`${code}\` | ${reason} | ${action} | ${buyer} |`)
    }
  })

  test('behavior: lists each code once, under its category', () => {
    const [, ...sections] = page.split('\n## ')
    expect(sections).toHaveLength(failureCategories.length)
    const placed = sections.flatMap((section) => {
      const category = section.slice(1, section.indexOf('`', 1))
      return [...section.matchAll(/^\| `(PORTAL_\w+)`/gm)].map(([, code = '']) => [category, code])
    })
    expect(placed).toEqual(failureCodes.map((code) => [findFailure(code)?.category, code]))
  })
})
