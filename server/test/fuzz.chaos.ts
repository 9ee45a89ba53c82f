import { expect, test } from 'vitest'
import { fuzz, startTarget } from './fuzz.js'

test('behavior: handles 20,000 hostile requests, with documented errors only', async () => {
  const { app, target } = await startTarget()
  expect(await fuzz(target, { runs: 20_000, seed: 2 })).toEqual([])
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  await app.close()
})
