import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { checksumAddress, type Hash } from '../../../lib/hex.js'
import { baseUnits, cents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { BillingEvent } from '../charging/attempt/charge.js'
import { saveBillingEvents } from '../charging/result/billing-event-store.js'

let app: TestApp
let seller: Seller
const customer = aWallet()
const token = aWallet()
const transactionHash = `0x${'ab'.repeat(32)}` as Hash
const url = '/api/subscriptions/billing-events'

/** Returns an event of the seller. A test states only the fields it is about. */
function anEvent(fields: Partial<BillingEvent>): BillingEvent {
  return {
    merchant: seller.wallet,
    id: 'bev_0',
    subscriptionId: 'sub_1',
    planId: 'plan_1',
    customer,
    periodIndex: 0,
    attempt: 1,
    status: 'succeeded',
    amountCents: cents(1_250n),
    token,
    amountUnits: baseUnits(12_500_000n),
    feeUnits: baseUnits(62_500n),
    transactionHash,
    failureCode: null,
    refundDue: false,
    createdAt: unixMs(1_000),
    ...fields,
  }
}

beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
  const other = await aSeller(app)
  const failed = { status: 'failed', transactionHash: null, failureCode: 'balance' } as const
  await saveBillingEvents(app.ctx.db, [
    anEvent({ id: 'bev_1' }),
    anEvent({ id: 'bev_2', periodIndex: 1, createdAt: unixMs(2_000), ...failed }),
    anEvent({ id: 'bev_3', periodIndex: 1, attempt: 2, createdAt: unixMs(3_000) }),
    anEvent({ id: 'bev_4', subscriptionId: 'sub_2', createdAt: unixMs(3_000), status: 'pending' }),
    anEvent({ id: 'bev_5', merchant: other.wallet, createdAt: unixMs(4_000) }),
  ])
})
afterAll(() => app.close())

const list = async (query: string) => (await seller.get(`${url}?${query}`)).json()
const idsOf = ({ billingEvents }: { billingEvents: { eventId: string }[] }) =>
  billingEvents.map(({ eventId }) => eventId)

describe('GET /api/subscriptions/billing-events', () => {
  test('default: own events, newest first', async () => {
    const response = await list('')
    expect(idsOf(response)).toEqual(['bev_4', 'bev_3', 'bev_2', 'bev_1'])
    expect(response).toMatchObject({ success: true, nextCursor: null })
    expect(response.billingEvents.at(-1)).toEqual({
      eventId: 'bev_1',
      subscriptionId: 'sub_1',
      planId: 'plan_1',
      merchantWallet: checksumAddress(seller.wallet),
      customerWallet: checksumAddress(customer),
      type: 'charge',
      status: 'succeeded',
      periodIndex: 0,
      amountUsd: 12.5,
      feeUsd: 0.0625,
      netUsd: 12.4375,
      token: 'USDC',
      amountBaseUnits: '12500000',
      txHash: transactionHash,
      failureCode: null,
      refundDue: false,
      attempt: 1,
      createdAt: 1_000,
    })
  })

  test.each([
    ['subscriptionId=sub_2', ['bev_4']],
    ['subscriptionId=sub_9', []],
    ['status=failed', ['bev_2']],
    ['status=succeeded&subscriptionId=sub_1', ['bev_3', 'bev_1']],
    ['from=2000', ['bev_4', 'bev_3', 'bev_2']],
    ['to=2000', ['bev_2', 'bev_1']],
    ['from=2000&to=2000', ['bev_2']],
    ['limit=0', ['bev_4']],
    ['limit=1e9', ['bev_4', 'bev_3', 'bev_2', 'bev_1']],
  ])('behavior: filters by %s', async (query, expected) => {
    expect(idsOf(await list(query))).toEqual(expected)
  })

  test('behavior: pages, also between events of the same time', async () => {
    const listed: string[] = []
    let cursor = ''
    do {
      const page = await list(`limit=1&cursor=${cursor}`)
      listed.push(...idsOf(page))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(listed).toEqual(['bev_4', 'bev_3', 'bev_2', 'bev_1'])
  })

  test('behavior: for keys with either scope, and for members', async () => {
    const { wallet } = seller
    const ofScope = async (scope: 'subscriptions:read' | 'receipts:read') => ({
      'x-api-key': (await aDeveloper(app.ctx, { wallet, scopes: [scope] })).apiKey,
    })
    const viewer = await aMember(app, { merchant: wallet, role: 'viewer' })
    for (const headers of [
      await ofScope('subscriptions:read'),
      await ofScope('receipts:read'),
      seller.owner.headers,
    ]) {
      expect(idsOf((await app.inject({ url, headers })).json())).toHaveLength(4)
    }
    const response = await app.inject({ url: `${url}?wallet=${wallet}`, headers: viewer.headers })
    expect(idsOf(response.json())).toHaveLength(4)
  })

  test.each([['limit=many'], ['cursor=here'], ['status=open'], ['from=now'], ['to=later']])(
    'error: %s',
    async (query) => {
      const response = await seller.get(`${url}?${query}`)
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { success: false, error: 'invalid_input' },
      ])
    },
  )

  test('error: 401 without credentials', async () => {
    expect((await app.inject(url)).statusCode).toBe(401)
  })
})
