import { describe, test } from 'vitest'
import { runSubscriptionHistories } from '../../subscription-histories.js'

const count = 25

describe('subscriptions', () => {
  // Each has a chain and a database of its own, because both slow down with their content.
  test.each([1, 2, 3, 4])(
    'behavior: charge, cancel and book correctly through 25 random histories of six shops, part %d',
    async (part) => {
      await runSubscriptionHistories({ count, from: 1 + (part - 1) * count, shops: 6 })
    },
  )
})
