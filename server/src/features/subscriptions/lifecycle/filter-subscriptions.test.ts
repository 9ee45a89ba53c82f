import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { aPlan, aSubscriber, startSubscriptions } from '../../../../test/fixtures/subscriber.js'
import { subscriptionStatuses } from './subscription-status.js'

type Row = {
  id: string
  plan_id: string
  plan_name: string
  status: string
  customer: string
  next_charge_at: string | null
  created_at: string
}
type Filter = {
  planId?: string
  status?: string
  nextChargeFrom?: number
  nextChargeTo?: number
  q?: string
}

let service: Awaited<ReturnType<typeof startSubscriptions>>
let shop: Seller
let rows: Row[]
beforeAll(async () => {
  service = await startSubscriptions()
  shop = await aSeller(service.app, { callsPerMinute: 100_000 })
  rows = await addSubscriptions()
})
afterAll(() => service.close())

/** Adds 90 subscriptions with few different values, so that filters meet and times tie. */
async function addSubscriptions(): Promise<Row[]> {
  const { app, plan } = service
  await aSubscriber(app).subscribe(plan)
  const names = ['Tea 100% leaf', 'Coffee_club', 'İstanbul\\club']
  for (const name of names) {
    await aSubscriber(app).subscribe(await aPlan(shop, { name }))
  }
  await app.ctx.db.query(
    `insert into subscriptions
     select (jsonb_populate_record(s, jsonb_build_object(
       'id', 'sub_' || lpad(to_hex(n * 7919 % 65536), 4, '0') || substr(s.id, 9),
       'permission_hash', '0x' || md5(s.id || n) || md5(n::text),
       'customer', '0x' || repeat(to_hex(n % 3), 3) || substr(s.customer, 6),
       'status', ($2::text[])[1 + n % $3], 'due_at', null,
       'next_charge_at', case when n % 4 = 0 then null else 1000 * (n % 11) end,
       'created_at', s.created_at + n / 5
     ))).*
     from subscriptions s, generate_series(1, 30) n where s.merchant = $1`,
    [shop.wallet, subscriptionStatuses, subscriptionStatuses.length],
  )
  const { rows } = await app.ctx.db.query<Row>(
    `select s.id, s.plan_id, p.name as plan_name, s.status, s.customer, s.next_charge_at, s.created_at
     from subscriptions s join billing_plans p on p.merchant = s.merchant and p.id = s.plan_id
     where s.merchant = $1`,
    [shop.wallet],
  )
  return rows.toSorted(
    (a, b) => Number(b.created_at) - Number(a.created_at) || (a.id < b.id ? 1 : -1),
  )
}

const matches = (row: Row, { planId, status, nextChargeFrom, nextChargeTo, q }: Filter) =>
  (planId === undefined || row.plan_id === planId) &&
  (status === undefined || status.split(',').includes(row.status)) &&
  (nextChargeFrom === undefined || isInRange(row, nextChargeFrom, Number.POSITIVE_INFINITY)) &&
  (nextChargeTo === undefined || isInRange(row, 0, nextChargeTo)) &&
  (q === undefined ||
    row.id.startsWith(q) ||
    row.customer.startsWith(q.toLowerCase()) ||
    row.plan_name.toLowerCase().includes(q.toLowerCase()))

const isInRange = ({ next_charge_at: at }: Row, from: number, to: number) =>
  at !== null && Number(at) >= from && Number(at) <= to

/** Lists all pages of a filter. */
async function list(filter: Filter, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ merchant: shop.wallet, limit: String(limit), cursor })
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value))
    const response = await shop.get(`/api/subscriptions/status?${query}`)
    if (response.statusCode !== 200) throw new Error(response.body)
    const page = response.json()
    ids.push(...page.subscriptions.map((each: { subscriptionId: string }) => each.subscriptionId))
    cursor = page.nextCursor
  }
  return ids
}

describe('GET /api/subscriptions/status', () => {
  test('default: filters select what a loop over all subscriptions selects, in any page size', async () => {
    const time = fc.integer({ min: 0, max: 11_000 })
    const term = fc.oneof(
      fc.constantFrom(
        'club',
        'CLUB',
        '%',
        '_',
        '\\',
        'tea 100',
        '0x',
        '0x1',
        '0X11',
        'sub_',
        'none',
      ),
      fc.nat({ max: rows.length - 1 }).map((place) => rows[place]?.customer ?? ''),
      fc.nat({ max: rows.length - 1 }).map((place) => rows[place]?.id.slice(0, 7) ?? ''),
    )
    const filter = fc.record(
      {
        planId: fc.constantFrom(...new Set(rows.map(({ plan_id }) => plan_id)), 'plan_none'),
        status: fc
          .subarray([...subscriptionStatuses], { minLength: 1 })
          .map((names) => names.join(',')),
        nextChargeFrom: time,
        nextChargeTo: time,
        q: term,
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filter, fc.integer({ min: 7, max: 100 }), async (chosen, limit) => {
        const expected = rows.filter((row) => matches(row, chosen)).map(({ id }) => id)
        expect(await list(chosen, limit)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('behavior: a cursor stays valid while subscriptions are added and removed', async () => {
    const first = (
      await shop.get(`/api/subscriptions/status?merchant=${shop.wallet}&limit=10`)
    ).json()
    const [newest, last] = [
      first.subscriptions[0].subscriptionId,
      first.subscriptions[9].subscriptionId,
    ]
    await service.app.ctx.db.query('delete from subscriptions where id = any($1)', [[newest, last]])
    await aSubscriber(service.app).subscribe(await aPlan(shop, { name: 'New' }))
    const url = `/api/subscriptions/status?merchant=${shop.wallet}&limit=10&cursor=${first.nextCursor}`
    const ids = (await shop.get(url))
      .json()
      .subscriptions.map((each: { subscriptionId: string }) => each.subscriptionId)
    expect(ids).toEqual(rows.slice(10, 20).map(({ id }) => id))
  })

  test.each(['q=%00', 'planId=%00', 'cursor=1.%00', 'q=%ED%A0%80'])(
    'error: %s is refused or matches nothing',
    async (query) => {
      const response = await shop.get(`/api/subscriptions/status?merchant=${shop.wallet}&${query}`)
      expect([200, 400]).toContain(response.statusCode)
    },
  )
})
