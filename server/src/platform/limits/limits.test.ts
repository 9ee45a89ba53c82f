import { describe, expect, test } from 'vitest'
import { accessLimits } from './areas/access-limits.js'
import { catalogLimits } from './areas/catalog-limits.js'
import { eventLimits } from './areas/event-limits.js'
import { moneyLimits } from './areas/money-limits.js'
import { peopleLimits } from './areas/people-limits.js'
import { sellingLimits } from './areas/selling-limits.js'
import { storageLimits } from './areas/storage-limits.js'
import { subscriptionLimits } from './areas/subscription-limits.js'
import { visitLimits } from './areas/visit-limits.js'
import { limits } from './limits.js'

describe('limits', () => {
  test('behavior: no area replaces a limit of another', () => {
    const areas = [
      accessLimits,
      catalogLimits,
      eventLimits,
      moneyLimits,
      peopleLimits,
      sellingLimits,
      storageLimits,
      subscriptionLimits,
      visitLimits,
    ]
    const names = areas.flatMap((area) => Object.keys(area))
    expect(names.sort()).toEqual(Object.keys(limits).sort())
  })
})
