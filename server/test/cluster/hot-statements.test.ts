import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingDb } from '../counting-db.js'
import { aSeller, type Seller } from '../fixtures/seller.js'
import { createTestApp, type TestApp } from '../harness.js'

const page = readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8')

/** The tables whose key begins with the merchant, by which they can be sharded. */
const sharded = new Set(
  Array.from(page.matchAll(/^\| `(\w+)` \| [\w-]+ \| merchant\b/gm), ([, table = '']) => table),
)

type PlanNode = {
  'Relation Name'?: string
  Plans?: PlanNode[]
  [detail: string]: unknown
}

/** Conditions of a node that bind the rows it reads. */
const conditions = [
  'Index Cond',
  'Filter',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
]

/**
 * Returns the sharded tables that a plan reads without a condition on the merchant, neither at the
 * table nor at a join above it.
 */
function findUnbound(node: PlanNode, boundAbove = false): string[] {
  const isBound =
    boundAbove || conditions.some((name) => /\bmerchant\b/.test(String(node[name] ?? '')))
  const table = node['Relation Name']
  const isScan = table !== undefined && String(node['Node Type']).includes('Scan')
  const unbound = isScan && !isBound && sharded.has(table) ? [table] : []
  return [...unbound, ...(node.Plans ?? []).flatMap((plan) => findUnbound(plan, isBound))]
}

let app: TestApp
let seller: Seller
let statements: string[]
let client: Client
beforeAll(async () => {
  app = await createTestApp({
    async reachDatabase(url) {
      client = new Client({ connectionString: url })
      await client.connect()
      return url
    },
  })
  seller = await aSeller(app, {
    config: { name: 'Tea House' },
    items: [{ sku: 'TEA', name: 'Tea', priceUsd: 4, stockQty: 50 }],
  })
  // The planner reads a small table as a whole.
  await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
  await client.query(
    `insert into receipts select copy.* from receipts, generate_series(1, 20000) as number,
       jsonb_populate_record(receipts, jsonb_build_object('id', 'copy-' || number)) as copy
     where receipts.merchant = $1`,
    [seller.wallet],
  )
  await client.query('analyze receipts')
  const counting = countingDb({ ...app.ctx.db })
  statements = counting.statements
  Object.assign(app.ctx.db, counting.db)
}, 60_000)
afterAll(async () => {
  await client.end()
  await app.close()
})

/** Sends the text alone, because the driver would send the number of parameters as well. */
async function explain(sql: string): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (generic_plan, format json) ${sql}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error(`There is no plan of ${sql}`)
  return plan
}

/** Returns the statements of requests that read a sharded table of all merchants. */
async function findUnboundStatements(requests: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0
  await requests()
  const texts = [...new Set(statements)].filter((sql) =>
    /^\s*(select|with|insert|update|delete)/i.test(sql),
  )
  expect(texts.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const sql of texts) {
    const unbound = findUnbound(await explain(sql))
    if (unbound.length > 0) found.push(`${unbound.join(', ')}: ${sql}`)
  }
  return found
}

describe('statements of a request', () => {
  test('behavior: an order names its merchant', async () => {
    expect(
      await findUnboundStatements(async () => {
        const order = { items: [{ sku: 'TEA', qty: 1 }] }
        expect((await seller.post('/api/orders', order)).statusCode).toBe(200)
      }),
    ).toEqual([])
  })

  test('behavior: a receipt, its status and its portal name their merchant', async () => {
    expect(
      await findUnboundStatements(async () => {
        const lineItems = [{ label: 'Tea', priceUsd: 4 }]
        await seller.post('/api/receipts', { id: 'hot', lineItems, totalUsd: 4 })
        const { paymentUrl } = (await seller.get('/api/receipts/hot')).json()
        await app.inject(paymentUrl.replace(/^.*\/portal/, '/api/portal'))
        await seller.get('/api/receipts/status?receiptId=hot')
        await seller.act('/api/receipts/status', { receiptId: 'hot', status: 'paid' })
      }),
    ).toEqual([])
  })

  test.each([
    '/api/receipts',
    '/api/receipts?q=tea',
    '/api/receipts?status=paid',
    '/api/inventory',
    '/api/events',
    '/api/webhooks/deliveries',
    '/api/reports/home',
    '/api/reports/summary',
    '/api/reports/items',
    '/api/reports/settlement',
    '/api/shop/config',
  ])('behavior: %s names its merchant', async (url) => {
    expect(
      await findUnboundStatements(async () => {
        expect((await seller.get(url)).statusCode).toBe(200)
        await app.ctx.db.query('select merchant from receipts where merchant = $1', [seller.wallet])
      }),
    ).toEqual([])
  })

  test('error: a statement over all merchants is found', async () => {
    const found = await findUnboundStatements(() =>
      app.ctx.db.query('select id from receipts where created_at > $1', [0]),
    )
    expect(found).toEqual(['receipts: select id from receipts where created_at > $1'])
  })
})
