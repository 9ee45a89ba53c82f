import { expect, test } from 'vitest'
import { attackCallbacks } from '../../fixtures/onramp/attack-callbacks.js'
import { createOnrampApp } from '../../fixtures/onramp/onramp-app.js'
import { runSeeds } from '../../run-seeds.js'

test('behavior: 10,000 forged, altered, replayed, late and foreign callbacks change nothing', async () => {
  await runSeeds({ count: 4 }, async (seed) => {
    const onramp = await createOnrampApp()
    const result = await attackCallbacks(onramp, { attacks: 2_500, seed })
    expect(result).toEqual({ changed: [], unexpected: [] })
    await onramp.close()
  })
})
