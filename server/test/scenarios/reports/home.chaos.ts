import { afterAll, beforeAll, describe, test } from 'vitest'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'
import { checkHome, fillShop } from './check-home.js'

const shops = 10
const rounds = 100

let app: TestApp
let seller: Seller
beforeAll(async () => {
  // A sandbox allows a network 100 times the reports per minute.
  app = await createTestApp({ environment: { MODE: 'sandbox' } })
})
afterAll(() => app.close())

describe('GET /api/reports/home', () => {
  test.each(Array.from({ length: shops }, (_, index) => index))(
    `behavior: ${rounds} figures of shop %i equal their lists and the reports`,
    async (index) => {
      seller = await aSeller(app, { callsPerMinute: 10_000 })
      await fillShop(app, seller, { seed: 1_000 + index })
      for (let round = 0; round < rounds; round += 1) {
        await checkHome(app, seller, { seed: index * rounds + round })
      }
    },
    1_800_000,
  )
})
