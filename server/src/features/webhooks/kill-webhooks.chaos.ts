import { test } from 'vitest'
import { killWebhooks } from '../../../test/kill/kill-webhooks.js'

const seed = Date.now() % 1_000_000

test('behavior: killing 200 processes loses no event and keeps their order', async () => {
  await killWebhooks({ kills: 200, seed })
})

test('behavior: killing 40 processes next to two survivors loses no event and keeps their order', async () => {
  await killWebhooks({ kills: 40, seed, survivors: 2 })
})
