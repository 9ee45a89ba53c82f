// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashierRights } from '../src/auth/roles.js'
import { scopes } from '../src/auth/scopes.js'
import { aDeveloper } from './fixtures/factories.js'
import { aSeller, type Seller } from './fixtures/seller.js'
import { aCode, aTill } from './fixtures/till.js'
import { createTestApp, type TestApp } from './harness.js'

/**
 * Calls every route as callers with all rights at another merchant, with the ids of real objects in
 * its path and body.
 */

/** Occurs in every text of the merchant whose objects the ids name. */
const mark = 'Bystander'

let app: TestApp
let bystander: Seller
/** Ids of the bystander's objects, by the name that request bodies give them. */
const ids: Record<string, string> = {}
const callers = new Map<string, Record<string, string>>()

beforeAll(async () => {
  app = await createTestApp()
  const name = `${mark} shop`
  const items = [{ sku: 'TEA', name: `${mark} tea`, priceUsd: 4 }]
  bystander = await aSeller(app, { config: { name }, items })
  await addObjects()

  const other = await aSeller(app, { callsPerMinute: 100_000 })
  const { apiKey } = await aDeveloper(app.ctx, {
    wallet: other.wallet,
    scopes,
    callsPerMinute: 100_000,
  })
  const { device } = await aTill(app, other.owner, { rights: cashierRights })
  callers.set('a key', { 'x-api-key': apiKey })
  callers.set('the owner', other.owner.headers)
  callers.set('a register with a cashier', device.headers)
}, 60_000)
afterAll(() => app.close())

/** Creates one object of each kind that a route names by its id. */
async function addObjects(): Promise<void> {
  const { owner, act } = bystander
  ids['receiptId'] = 'r-1'
  const receipt = { id: 'r-1', lineItems: [{ label: mark, priceUsd: 4 }], totalUsd: 4 }
  await created(act('/api/receipts', { ...receipt, billingEmail: `ada@${mark}.test` }))
  await created(act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' }))
  const { comment } = await created(act('/api/receipts/r-1/comments', { text: mark }))
  ids['comment'] = comment.id
  const { register, cashier, device } = await aTill(app, owner)
  Object.assign(ids, { registerId: register.id, cashierId: cashier.id, device: device.id })
  ids['code'] = await aCode(app, owner, { registerId: register.id })
  ids['itemId'] = bystander.ids['TEA'] ?? ''
  ids['sku'] = 'TEA'
  ids['keyId'] = bystander.keyId
  ids['member'] = bystander.wallet
  const invited = await created(act('/api/members', { role: 'viewer', name: mark }))
  ids['invitation'] = invited.member.id
  const { plan } = await created(
    act('/api/subscriptions/plans', {
      wallet: bystander.wallet,
      name: mark,
      priceUsd: 9,
      period: 'MONTHLY',
    }),
  )
  ids['planId'] = plan.planId
  const { webhook } = await created(
    act('/api/webhooks', { url: 'https://hooks.tally.test/x', enabled: false }),
  )
  ids['webhook'] = webhook.id
}

type Sent = ReturnType<TestApp['inject']>

async function created(sent: Sent) {
  const response = await sent
  if (response.statusCode >= 300) throw new Error(`not created: ${response.body}`)
  return response.json()
}

/** Returns a digest of each table's rows of the bystander. */
async function digests(): Promise<Record<string, string>> {
  const { db } = app.ctx
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'merchant'
       -- Calls of the bystander are logged a second later.
       and table_name <> 'request_log'
     order by 1`,
  )
  const entries = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await db.query<{ digest: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
         from ${name} t where merchant = $1`,
        [bystander.wallet],
      )
      return [name, rows[0]?.digest ?? ''] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Routes for anyone. Another test covers what they show and store. */
const isPublic = ({ config }: TestApp['routes'][number]) =>
  (config.guard ?? []).some(({ kind }) => kind === 'public' || kind === 'x402')

test('default: nothing of a merchant is shown to, or changed by, callers of another', {
  timeout: 240_000,
}, async () => {
  const routes = app.routes.filter((route) => !isPublic(route))
  const before = await digests()
  expect(Object.keys(before).length).toBeGreaterThan(30)
  const shown: string[] = []
  let calls = 0
  let limited = 0
  for (const [name, headers] of callers) {
    for (const { method, path } of routes) {
      // Ends the caller's own session.
      if (/^\/api\/(auth|sessions|devices\/lock)/.test(path)) continue
      const values = path.includes(':') ? Object.values(ids) : ['']
      for (const value of values) {
        const url = path.replaceAll(/:\w+/g, value)
        const payload = method === 'GET' ? {} : { payload: { ...ids, id: value, status: 'failed' } }
        const response = await app.inject({
          method: method as 'GET',
          // A stream would last an hour; an invalid start position is rejected.
          url: `${url}?receiptId=r-1&after=nowhere`,
          headers,
          ...payload,
        })
        calls += 1
        const { statusCode, body } = response
        if (statusCode === 429) limited += 1
        if (statusCode >= 500 && !body.includes('chain_unavailable')) {
          shown.push(`${name}: ${method} ${url}: ${statusCode} ${body.slice(0, 100)}`)
        }
        // Errors may repeat what the request said.
        if (body.includes(mark)) shown.push(`${name}: ${method} ${url}: ${body.slice(0, 200)}`)
      }
    }
  }
  expect(shown).toEqual([])
  expect(calls).toBeGreaterThan(1_000)
  expect(limited).toBeLessThan(calls / 20)
  const after = await digests()
  expect(Object.keys(before).filter((table) => before[table] !== after[table])).toEqual([])
  const { rows } = await app.ctx.db.query(
    'select from request_log where merchant = $1 and key_id <> $2',
    [bystander.wallet, bystander.keyId],
  )
  expect(rows).toEqual([])
})
