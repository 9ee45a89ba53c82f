// @module-tag slow
import { describe } from 'vitest'
import { testFloods } from '../../flood.js'

describe('a flood of dust in one transaction', () => {
  // More than a receipt records.
  testFloods({ dust: 600, pairs: 40, limits: null })
})
