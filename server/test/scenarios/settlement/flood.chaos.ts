import { describe } from 'vitest'
import { testFloods } from '../../flood.js'

describe('a large flood of dust in one transaction', () => {
  // Half of what the database allows for a statement.
  testFloods({ dust: 2_500, pairs: 2_500, limits: { paidMs: 20_000, statementMs: 2_500 } })
})
