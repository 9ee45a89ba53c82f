// @module-tag slow
import { describe, test } from 'vitest'
import { runSubscriptionHistories } from '../../history/subscription-histories.js'

describe('subscriptions', () => {
  test('behavior: charge, cancel and book correctly through a random history', {
    tags: 'slow',
    // On a busy machine it takes minutes.
    timeout: 300_000,
  }, async () => {
    await runSubscriptionHistories({ count: 1, shops: 1 })
  })
})
