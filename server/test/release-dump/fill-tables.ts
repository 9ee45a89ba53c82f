import { grantPlan } from '../../src/features/billing/grant-plan.js'
import { publishEvents } from '../../src/features/events/publish-events.js'
import { planDeliveries } from '../../src/features/webhooks/publish/plan-deliveries.js'
import { jobs } from '../../src/jobs.js'
import { baseUnits } from '../../src/lib/money.js'
import { DAY_MS, MINUTE_MS } from '../../src/lib/time.js'
import { anAnonymousBuyer } from '../fixtures/anonymous-caller.js'
import { aSigningBuyer } from '../fixtures/authorization.js'
import { aBuyer, aHash } from '../fixtures/buyer.js'
import { type Charging, startCharging } from '../fixtures/charging.js'
import { aWallet } from '../fixtures/factories.js'
import { aLink, aPasskeyPerson } from '../fixtures/passkeys/passkey-person.js'
import { aPicture } from '../fixtures/pictures.js'
import { aSeller, type Seller } from '../fixtures/seller.js'
import { aSignedInBuyer } from '../fixtures/signed-in-buyer.js'
import { aPlan } from '../fixtures/subscriber.js'
import { aTill } from '../fixtures/till.js'
import { aUser } from '../fixtures/user.js'
import { signIn } from '../sign-in.js'
import { findEmptyTables } from './dump.js'
import { operatorAddress, operatorKey, ownerKey, receipts, slug } from './dumped-shop.js'
import { insertRareRows } from './rare-rows.js'

/**
 * Uses a shop through the API: sales, refunds, subscriptions, deliveries, people. Returns the
 * tables that this leaves empty; they get their rows from `insertRareRows`.
 */
export async function fillTables(): Promise<Charging & { emptyTables: string[] }> {
  const charging = await startCharging({ PLATFORM_ADMINS: operatorAddress }, { hasCanaries: false })
  const seller = await openShop(charging)
  await sell(charging, seller)
  await sellWithoutKey(charging, seller)
  await meet(charging, seller)
  await operate(charging, seller)
  await subscribe(charging, seller)
  await sellByCard(charging, seller)
  await runJobs(charging)
  await useConsole(charging)
  const emptyTables = await findEmptyTables(charging.app.ctx.db)
  await insertRareRows(charging.app.ctx, seller.wallet)
  return { ...charging, emptyTables }
}

async function openShop({ app }: Charging): Promise<Seller> {
  const seller = await aSeller(app, {
    privateKey: ownerKey,
    config: { slug, name: 'Corner Tea', listed: true, description: 'Tea by the cup' },
    items: [
      { sku: 'T', name: 'Tea', priceUsd: 12, stockQty: 100 },
      { sku: 'T-L', name: 'Tea', priceUsd: 9, parentSku: 'T', options: { size: 'L' } },
      { sku: 'OLD', name: 'Last year’s tea', priceUsd: 3, stockQty: 5 },
    ],
  })
  const picture = await aPicture({ width: 64, height: 48 })
  await expectOk(
    app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { ...seller.headers, 'content-type': 'image/png' },
      payload: picture,
    }),
  )
  await expectOk(
    app.inject({
      method: 'DELETE',
      url: `/api/inventory?id=${seller.ids['OLD']}`,
      headers: seller.headers,
    }),
  )
  await expectOk(seller.act('/api/webhooks', { url: 'https://merchant.example/hooks' }))
  await expectOk(seller.act('/api/webhooks/secret', {}))
  await expectOk(seller.act('/api/members', { member: aWallet(), role: 'cashier' }))
  await employ(app, seller)
  return seller
}

/** Adds the data that people store in the console, after a new sign-in. */
async function useConsole({ app }: Charging): Promise<void> {
  const { headers } = await signIn(app, { privateKey: ownerKey })
  const post = (url: string, payload: object) =>
    expectOk(app.inject({ method: 'POST', url, headers, payload }))
  const query = { status: 'refund_requested' }
  await post('/api/views', { screen: 'receipts', name: 'To decide', query })
  const listed = await app.inject({ url: '/api/notifications', headers })
  const [newest] = listed.json().notifications
  await post('/api/notifications/read', { upTo: newest.id })
  await expectOk(
    app.inject({
      method: 'POST',
      url: '/api/jobs/import',
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: 'sku,name,priceUsd\nT-XL,Tea,15\n',
    }),
  )
}

/** Staff without wallets: a person who joined by a link, and a register with a cashier. */
async function employ(app: Charging['app'], { owner }: Seller): Promise<void> {
  await aPasskeyPerson(app, { owner: owner, role: 'support' })
  await aLink(app, { by: owner })
  const { device } = await aTill(app, owner, { rights: ['sell', 'record_cash', 'close_day'] })
  const sold = await device.act('/api/receipts/terminal', { amountUsd: 5 })
  const { receiptId } = sold.json().receipt
  await device.act('/api/receipts/status', { receiptId, status: 'paid' })
  await device.act('/api/day-closes', {})
}

/** Receipts in several states: paid and paid out, refunded, overpaid, waiting, tracked by hand. */
async function sell(charging: Charging, seller: Seller): Promise<void> {
  const { app, settle } = charging
  for (const id of [receipts.reconciled, receipts.refunded, receipts.overpaid]) {
    await aBuyer(app, { seller, id })
  }
  await simulate(seller, receipts.reconciled, 'exact')
  await simulate(seller, receipts.refunded, 'exact')
  await simulate(seller, receipts.overpaid, 'over:5')
  await settle()

  await expectOk(
    seller.act('/api/receipts/refund', { receiptId: receipts.refunded, buyer: aWallet(), usd: 4 }),
  )
  await expectOk(seller.act('/api/receipts/archive', { ids: [receipts.refunded], archived: true }))
  await expectOk(
    seller.act(`/api/receipts/${receipts.refunded}/comments`, { text: 'Refunded as agreed' }),
  )
  await expectOk(
    seller.post(
      '/api/orders',
      { items: [{ sku: 'T', qty: 2 }] },
      { 'idempotency-key': 'order-of-the-dump' },
    ),
  )
  const person = await signIn(app, { asBuyer: true })
  const signedIn = await aSignedInBuyer(app, { seller, id: 'signed-in', person })
  await expectOk(signedIn.send({ receiptId: 'signed-in', status: 'buyer_logged_in' }))
  const waiting = await aBuyer(app, { seller, id: 'announced' })
  await expectOk(waiting.post('tx', { txHash: aHash() }))

  const signing = await aSigningBuyer(charging, { seller, id: 'gasless' })
  await expectOk(signing.post('authorize', await signing.sign()))
  await settle()
}

/** A card payment that a slow bank decides later, and one that was declined. */
async function sellByCard({ app }: Charging, seller: Seller): Promise<void> {
  for (const result of ['slow', 'PORTAL_PAY_CARD_DECLINED']) {
    const buyer = await aBuyer(app, { seller, id: `card-${result}` })
    const { session } = (await buyer.post('onramp', {})).json()
    await app.inject({
      method: 'POST',
      url: new URL(session.url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `result=${result}&dateOfBirth=1990-01-01`,
    })
  }
}

async function sellWithoutKey({ app }: Charging, seller: Seller): Promise<void> {
  await anAnonymousBuyer(app, { ...seller, slug, stock: async () => ({}) })

  const order = { shopSlug: slug, items: [{ sku: 'T', qty: 1 }] }
  const url = '/api/x402/orders'
  // A payment for a request is signed by the real clock, so only its quote is stored here.
  await app.inject({ method: 'POST', url, payload: order })
}

async function subscribe(charging: Charging, seller: Seller): Promise<void> {
  const plan = await aPlan(seller)
  await charging.subscribe(plan)
  await charging.charge()
  await charging.advance(32 * DAY_MS)
  await charging.charge()
}

/** Two people with profiles, one of whom follows the other. */
async function meet({ app }: Charging, { owner }: Seller): Promise<void> {
  const shopkeeper = await aUser(app, {
    person: owner,
    displayName: 'Corner Tea',
    handle: 'corner_tea',
  })
  const ada = await aUser(app)
  await expectOk(ada.follow(shopkeeper.handle))
  await expectOk(ada.call('POST', '/api/users/me/heartbeat'))
}

async function operate({ app }: Charging, seller: Seller): Promise<void> {
  await app.ctx.db.transaction((db) =>
    grantPlan(
      { ...app.ctx, db },
      {
        wallet: seller.wallet,
        plan: 'pro',
        purchaseId: 'purchase-1',
        transactionHash: aHash(),
        units: baseUnits(20_000_000n),
      },
    ),
  )
  const operator = await signIn(app, { privateKey: operatorKey })
  await expectOk(
    app.inject({
      method: 'PUT',
      url: `/api/admin/merchants/${seller.wallet}/limits`,
      headers: operator.headers,
      payload: { limits: { members: 300 } },
    }),
  )
  await expectOk(
    seller.act('/api/reserve/recommend', {
      taxConfig: { jurisdictions: ['US-CA'] },
      defaultJurisdictionCode: 'us-ca',
    }),
  )
}

/**
 * The jobs that store new rows. Others delete old ones, or follow the chain until they are stopped.
 */
const storing = [
  'sum-ledger-days',
  'sum-unpaid-days',
  'follow-customers',
  'score-receipts',
  'record-reserves',
  'repair-queues',
]

/** Publishes events and runs each job once, so that sums, scores and reserves are stored. */
async function runJobs({ app }: Charging): Promise<void> {
  const { ctx } = app
  await publishEvents(ctx, planDeliveries)
  ctx.clock.advance(MINUTE_MS)
  const { signal } = new AbortController()
  for (const job of jobs.filter(({ name }) => storing.includes(name))) await job.run(ctx, signal)
}

async function simulate(seller: Seller, receiptId: string, scenario: string): Promise<void> {
  await expectOk(seller.post('/api/sandbox/pay', { receiptId, scenario }))
}

async function expectOk(call: PromiseLike<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await call
  if (statusCode >= 300) throw new Error(`the call failed with ${statusCode}: ${body}`)
}
