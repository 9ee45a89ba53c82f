import { describe, test } from 'vitest'
import { runSubscriptionHistories } from '../../history/subscription-histories.js'

const parts = 20
const count = 5

describe('subscriptions', () => {
  // Each has a chain and a database of its own, because both slow down with their content. Small
  // parts also stay below the time limit of a test on a busy machine.
  test.each(Array.from({ length: parts }, (_, index) => index + 1))(
    'behavior: charge, cancel and book correctly through 5 random histories of six shops, part %d',
    async (part) => {
      await runSubscriptionHistories({ count, from: 1 + (part - 1) * count, shops: 6 })
    },
  )
})
