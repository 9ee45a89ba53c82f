import { expect, test } from 'vitest'
import { print } from '../measure.js'
import { fuzz, startTarget } from './fuzz.js'

const megabyte = 1_048_576

test('behavior: handles 110,000 hostile requests, with documented errors only and a stable heap', async () => {
  const { app, target } = await startTarget({ people: 100 })
  const { broken, heap } = await fuzz(target, { runs: 110_000, seed: 2 })
  print(`heap in MB: ${heap.map((bytes) => Math.round(bytes / megabyte)).join(', ')}`)
  expect(broken).toEqual([])
  // Caches and compiled code fill during the first rounds.
  const settled = Math.max(...heap.slice(0, 10))
  expect(Math.max(...heap.slice(-10)) - settled).toBeLessThan(48 * megabyte)
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  await app.close()
})
