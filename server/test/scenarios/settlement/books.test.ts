// @module-tag slow
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createBooksBench, runBooks } from '../../books/books.js'

let bench: Awaited<ReturnType<typeof createBooksBench>>
beforeAll(async () => {
  bench = await createBooksBench()
}, 60_000)
afterAll(() => bench.close())

describe('the books', () => {
  test('property: match payments, payouts and the report through 10 random histories', {
    timeout: 120_000,
  }, async () => {
    await runBooks(bench, 10)
  })
})
