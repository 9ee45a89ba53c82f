// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'

const edits = 200
const rounds = 5

let app: TestApp
let other: Awaited<ReturnType<TestApp['sibling']>>
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  // As of another process, which shares no mutex in memory.
  other = await app.sibling()
  const items = [{ sku: 'TEA', name: 'Tea', priceUsd: 4 }]
  seller = await aSeller(app, { items, callsPerMinute: 100_000 })
})
afterAll(() => app.close())

const id = () => String(seller.ids['TEA'])
const readItem = async () => (await seller.get(`/api/inventory/${id()}`)).json().item

describe('POST /api/inventory with a revision', () => {
  test(`behavior: of ${edits} concurrent edits one wins each round, the others get 409`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { revision } = await readItem()
      const responses = await Promise.all(
        Array.from({ length: edits }, (_, edit) =>
          (edit % 2 === 0 ? app : other).inject({
            method: 'POST',
            url: '/api/inventory',
            headers: { ...seller.headers, 'if-match': `"${revision}"` },
            payload: { id: id(), name: `Tea of round ${round} by ${edit}` },
          }),
        ),
      )
      const winners = responses.filter(({ statusCode }) => statusCode === 200)
      expect(winners).toHaveLength(1)
      const item = await readItem()
      expect(winners[0]?.json().item).toEqual(item)
      expect(item.revision).toBe(revision + 1)
      const losers = responses.filter((response) => response !== winners[0])
      for (const response of losers) {
        expect([response.statusCode, response.json()]).toMatchObject([
          409,
          { error: 'conflict', current: item },
        ])
      }
    }
  }, 60_000)
})
