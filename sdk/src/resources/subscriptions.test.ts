import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient, InvalidRequestError } from '../index.js'

const apiKey = 'tly_test_0123456789_secret'
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const plan = { planId: 'plan_1', name: 'Coffee club' }
const summary = { subscriptionId: 'sub_1', status: 'active', nextChargeAt: 1 }
const permissionData = {
  account: wallet,
  spender: wallet,
  token: wallet,
  allowance: '1',
  period: 604_800,
  start: 1,
  end: 2,
  salt: '1',
  extraData: '0x',
}
const newPlan = { name: 'Coffee club', priceUsd: 12.5, period: 'MONTHLY' } as const

describe('subscriptions', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve(
      { json: { success: true, subscription: summary } },
      { json: { success: true, subscription: { ...summary, planId: 'plan_1' } } },
      { json: { success: true, subscriptions: [summary], nextCursor: null } },
      { json: { success: true, subscription: { ...summary, status: 'canceled' } } },
      { json: { success: true, subscription: { ...summary, status: 'paused' } } },
      { json: { success: true, subscription: summary } },
      { json: { success: true, days: [], nextCursor: null } },
      { json: { success: true, billingEvents: [{ eventId: 'bev_1' }], nextCursor: 'next' } },
    )
    const { subscriptions } = createClient({ baseUrl, apiKey })

    const body = {
      planId: 'plan_1',
      customerWallet: wallet,
      permissionSignature: '0x1',
      permissionData,
    }
    await expect(subscriptions.create(body)).resolves.toEqual(summary)
    await expect(subscriptions.get('sub_1')).resolves.toMatchObject({ planId: 'plan_1' })
    await expect(subscriptions.list({ customer: wallet, limit: 5 })).resolves.toEqual({
      subscriptions: [summary],
      nextCursor: null,
    })
    const cancel = { subscriptionId: 'sub_1', wallet }
    await expect(subscriptions.cancel(cancel)).resolves.toMatchObject({ status: 'canceled' })
    await expect(subscriptions.pause('sub_1')).resolves.toMatchObject({ status: 'paused' })
    await expect(subscriptions.resume('sub_1')).resolves.toEqual(summary)
    await expect(subscriptions.forecast({ days: 7 })).resolves.toEqual({
      days: [],
      nextCursor: null,
    })

    await expect(subscriptions.billingEvents({ status: 'failed' })).resolves.toEqual({
      billingEvents: [{ eventId: 'bev_1' }],
      nextCursor: 'next',
    })

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/subscriptions/create',
      'GET /api/subscriptions/status?subscriptionId=sub_1',
      `GET /api/subscriptions/status?customer=${wallet}&limit=5`,
      'POST /api/subscriptions/cancel',
      'POST /api/subscriptions/pause',
      'POST /api/subscriptions/resume',
      'GET /api/subscriptions/forecast?days=7',
      'GET /api/subscriptions/billing-events?status=failed',
    ])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(body)
    expect(JSON.parse(received[4]?.body ?? '')).toEqual({ subscriptionId: 'sub_1' })
  })

  test('behavior: plans', async () => {
    const { baseUrl, received } = await serve(
      { json: { success: true, plans: [plan] } },
      { status: 503 },
      { status: 201, json: { success: true, plan } },
      { json: { success: true, plan } },
      { json: { success: true, planId: 'plan_1', active: false } },
    )
    const { plans } = createClient({ baseUrl, apiKey }).subscriptions

    await expect(plans.list(wallet)).resolves.toEqual([plan])
    await expect(plans.create(newPlan, { idempotencyKey: 'plan-1' })).resolves.toEqual(plan)
    await expect(plans.update('plan_1', { priceUsd: 15 })).resolves.toEqual(plan)
    await expect(plans.delete('plan_1')).resolves.toBeUndefined()

    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /api/subscriptions/plans?wallet=${wallet}`,
      'POST /api/subscriptions/plans',
      'POST /api/subscriptions/plans',
      'PUT /api/subscriptions/plans',
      'DELETE /api/subscriptions/plans',
    ])
    expect(received[2]?.headers['idempotency-key']).toBe('plan-1')
    expect(received.slice(3).map(({ body }) => JSON.parse(body))).toEqual([
      { planId: 'plan_1', priceUsd: 15 },
      { planId: 'plan_1' },
    ])
  })

  test('error: an invalid permission keeps its reason', async () => {
    const json = {
      success: false,
      error: 'invalid_permission',
      message: '…',
      reason: 'wrong_token',
    }
    const { baseUrl } = await serve({ status: 400, json })
    const { subscriptions } = createClient({ baseUrl })
    const body = {
      planId: 'plan_1',
      customerWallet: wallet,
      permissionSignature: '0x1',
      permissionData,
    }

    const creating = subscriptions.create(body)
    await expect(creating).rejects.toBeInstanceOf(InvalidRequestError)
    await expect(creating).rejects.toMatchObject({
      code: 'invalid_permission',
      fields: { reason: 'wrong_token' },
    })
  })
})
