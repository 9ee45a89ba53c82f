import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { DAY_MS } from '../../../lib/time.js'
import { readReceiptQuery } from '../read/read-receipt-query.js'
import { matchingReceipts } from './matching-sql.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts'
const weekMs = 7 * DAY_MS

const create = async (seller: Seller, id: string, label: string) => {
  const fields = { id, lineItems: [{ label, priceUsd: 1 }], totalUsd: 1 }
  expect((await seller.post(url, fields)).statusCode).toBe(201)
}

/** Lists the ids of all pages. */
async function search(seller: Seller, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = `${url}?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const body: { receipts: { receiptId: string }[]; nextCursor: string | null } = (
      await seller.get(page)
    ).json()
    ids.push(...body.receipts.map(({ receiptId }) => receiptId))
    cursor = body.nextCursor
  }
  return ids
}

describe('search of receipts by words', () => {
  test('behavior: finds receipts of all weeks, newest first', async () => {
    const [seller, other] = [await aSeller(app), await aSeller(app)]
    const ids: string[] = []
    for (const weeks of [0, 300, 65, 64, 20, 7, 3, 2, 1, 1, 0]) {
      app.ctx.clock.advance(weeks * weekMs + 1)
      const id = `id${ids.length}`
      await create(seller, id, 'Green tea')
      await create(seller, `${id}-cup`, 'Green cup')
      await create(other, id, 'Green tea')
      ids.unshift(id)
    }
    expect(await search(seller, 'q=green%20tea')).toEqual(ids)
    expect(await search(seller, 'q=tea&limit=2')).toEqual(ids)
    await seller.post(`${url}/status`, { receiptId: 'id1', status: 'link_opened' })
    expect(await search(seller, 'q=tea&status=link_opened')).toEqual(['id1'])
    expect(await search(seller, `q=${seller.wallet.toLowerCase()}`)).toEqual([])
  })

  test('behavior: the database does not call a function for each receipt', async () => {
    const { rows } = await app.ctx.db.query<{ 'QUERY PLAN': string }>(
      'explain (verbose) select receipt_words(merchant, lines, created_at) from receipts',
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('jsonb_to_tsvector')
    expect(plan).not.toContain('receipt_words')
  })

  test('behavior: finds words of any frequency, page by page', async () => {
    const seller = await aSeller(app)
    await create(seller, 'first', 'Green tea')
    const count = 600
    // Five receipts a week. Each tenth has the word w10, and so on.
    const frequencies = [2, 10, 45, 250]
    const words = frequencies.map(
      (every) => `case when n % ${every} = 0 then ' w${every}' else '' end`,
    )
    // An item that was sold for two years, and no longer.
    words.push(`case when n between 60 and 500 then ' gone' else '' end`)
    await app.ctx.db.query(
      `insert into receipts select copy.* from receipts r, generate_series(1, $2::int) as n,
         jsonb_populate_record(r, jsonb_build_object('id', 'copy-' || n,
           'created_at', r.created_at - n * ${weekMs / 5}::bigint,
           'lines', jsonb_set(lines, '{0,label}', to_jsonb('Green' || ${words.join(' || ')})))) as copy
       where r.merchant = $1`,
      [seller.wallet, count],
    )
    for (const every of frequencies) {
      const expected = Array.from(
        { length: count / every },
        (_, index) => `copy-${(index + 1) * every}`,
      )
      for (const limit of [20, 60, 200]) {
        expect(await search(seller, `q=w${every}&limit=${limit}`)).toEqual(expected)
      }
    }
    for (const limit of [20, 60, 200]) {
      const expected = Array.from({ length: 441 }, (_, index) => `copy-${60 + index}`)
      expect(await search(seller, `q=gone&limit=${limit}`)).toEqual(expected)
    }
  })

  test('behavior: reads few receipts if many match', async () => {
    const seller = await aSeller(app)
    const merchant = seller.wallet.toLowerCase()
    await create(seller, 'first', 'Green tea')
    const count = 3_000
    await app.ctx.db.query(
      `insert into receipts select copy.* from receipts r, generate_series(1, $2::int) as n,
         jsonb_populate_record(r, jsonb_build_object('id', 'copy-' || n,
           'created_at', r.created_at - n * ${weekMs / 30}::bigint)) as copy
       where r.merchant = $1`,
      [merchant, count],
    )
    const values: unknown[] = [merchant, 0, Number.MAX_SAFE_INTEGER, '']
    const sql = matchingReceipts(readReceiptQuery({ q: 'tea' }), {
      merchant: '$1',
      position: { from: '$2', createdAt: '$3', id: '$4' },
      limit: 50,
      bind: (value) => `$${values.push(value)}`,
    })
    expect((await app.ctx.db.query(sql, values)).rows).toHaveLength(50)
    const { rows } = await app.ctx.db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${sql}`,
      values,
    )
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    if (!plan) throw new Error('no plan')
    expect(countScanned(plan.Plan)).toBeLessThan(500)
  })
})

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

/** The receipts that the scans of a plan returned. */
function countScanned(plan: Plan): number {
  const own = plan['Relation Name'] === 'receipts' ? plan['Actual Rows'] * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + countScanned(part), own)
}
