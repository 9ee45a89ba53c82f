import { test } from 'vitest'
import { killWebhooks } from '../../../test/kill-webhooks.js'

test('200 processes that are killed lose nothing and mix up nothing', async () => {
  await killWebhooks({ kills: 200, seed: Date.now() % 1_000_000 })
})
