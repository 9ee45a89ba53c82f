import { test } from 'vitest'
import { killWebhooks } from '../../../test/kill-webhooks.js'

test('6 processes that are killed lose nothing and mix up nothing', async () => {
  await killWebhooks({ kills: 6, seed: 1 })
}, 120_000)
