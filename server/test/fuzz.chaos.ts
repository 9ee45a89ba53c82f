import { expect, test } from 'vitest'
import { fuzz, startTarget } from './fuzz.js'

test('behavior: none of 20,000 hostile requests fails, and every error has the documented shape', async () => {
  const { app, target } = await startTarget()
  expect(await fuzz(target, { runs: 20_000, seed: 2 })).toEqual([])
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  await app.close()
})
