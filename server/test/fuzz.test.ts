import { expect, test } from 'vitest'
import { fuzz, startTarget } from './fuzz.js'

test('behavior: none of 500 hostile requests fails, and every error has the documented shape', {
  timeout: 60_000,
}, async () => {
  const { app, target } = await startTarget()
  expect(await fuzz(target, { runs: 500, seed: 1 })).toEqual([])
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  await app.close()
})
