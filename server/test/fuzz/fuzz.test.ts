// @module-tag slow
import { expect, test } from 'vitest'
import { fuzz, startTarget } from './fuzz.js'

test('behavior: none of 1,000 hostile requests fails, and every error has the documented shape', {
  timeout: 180_000,
}, async () => {
  const { app, target } = await startTarget({ people: 20 })
  expect((await fuzz(target, { runs: 1_000, seed: 1 })).broken).toEqual([])
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  await app.close()
})
