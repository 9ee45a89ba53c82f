import fc from 'fast-check'
import { describe, test } from 'vitest'
import { moneyProperties } from './money.properties.js'

for (const { verb, name, property } of moneyProperties) {
  describe(verb, () => {
    test(`property: ${name}`, { timeout: 180_000 }, () => {
      fc.assert(property, { seed: 2, numRuns: 1_000_000 })
    })
  })
}
