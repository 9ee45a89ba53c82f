import fc from 'fast-check'
import { test } from 'vitest'
import { indexProperty } from '../../../../test/fixtures/item-search-reference.js'

test('property: finds the same items as a plain search after any history', {
  timeout: 600_000,
}, () => {
  fc.assert(indexProperty, { seed: 4, numRuns: 30_000 })
})
