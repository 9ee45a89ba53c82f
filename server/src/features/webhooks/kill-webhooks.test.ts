import { test } from 'vitest'
import { killWebhooks } from '../../../test/kill/kill-webhooks.js'

test('behavior: killing 6 processes loses no event and keeps their order', async () => {
  await killWebhooks({ kills: 6, seed: 1 })
}, 120_000)
