import { describe, test } from 'vitest'
import { createBooksBench, runBooks } from '../../books/books.js'

describe('the books', () => {
  // Each has a database of its own, because a database slows down with its content.
  test.each([1, 2, 3, 4])(
    'property: match payments, payouts and the report through 1,000 random histories, part %d',
    async () => {
      const bench = await createBooksBench()
      await runBooks(bench, 1_000)
      await bench.close()
    },
  )
})
