import { test } from 'vitest'
import { killWebhooks } from '../../../test/kill-webhooks.js'

const seed = Date.now() % 1_000_000

test('200 processes that are killed lose nothing and mix up nothing', async () => {
  await killWebhooks({ kills: 200, seed })
})

test('nor do 40 beside two that live', async () => {
  await killWebhooks({ kills: 40, seed, survivors: 2 })
})
