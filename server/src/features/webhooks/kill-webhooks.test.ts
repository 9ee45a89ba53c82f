// @module-tag slow
import { test } from 'vitest'
import { killWebhooks } from '../../../test/kill/kill-webhooks.js'

test('behavior: killing a process at each point loses no event and keeps their order', async () => {
  await killWebhooks({ kills: 4, seed: 1 })
}, 120_000)
