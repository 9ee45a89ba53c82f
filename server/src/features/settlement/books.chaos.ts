import { afterAll, beforeAll, describe, test } from 'vitest'
import { createBooksBench, runBooks } from '../../../test/books.js'

let bench: Awaited<ReturnType<typeof createBooksBench>>
beforeAll(async () => {
  bench = await createBooksBench()
})
afterAll(() => bench.close())

describe('the books', () => {
  test('property: match payments, payouts and the report through 10,000 random histories', async () => {
    await runBooks(bench, 10_000)
  })
})
