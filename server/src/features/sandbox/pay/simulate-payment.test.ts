import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { failureCodes } from '../../receipts/status/failures.js'

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 10 }] })
  await paying.settle(3)
}, 60_000)
afterAll(() => paying.close())

async function order(): Promise<string> {
  const response = await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })
  return response.json().receipt.receiptId
}

const simulate = (receiptId: unknown, scenario: unknown, token?: string) =>
  seller.post('/api/sandbox/pay', { receiptId, scenario, token })

/** Runs rounds until the scenario has finished. */
async function simulateUntilPaid(id: string, scenario: string) {
  const simulating = simulate(id, scenario)
  for (let round = 0; round < 100; round += 1) {
    await paying.watch()
    if ((await read(id)).status === 'paid') break
  }
  return simulating
}

const read = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json()

describe('POST /api/sandbox/pay', () => {
  test.each(['USDC', 'USDT', 'ETH'])('default: exact, in %s', async (token) => {
    const id = await order()
    const response = await simulate(id, 'exact', token)
    expect(response.json()).toMatchObject({ ok: true, receiptId: id, scenario: 'exact' })
    await paying.settle(8)
    expect(await read(id)).toMatchObject({ status: 'completed', mismatch: null })
  })

  test('behavior: under', { tags: 'slow' }, async () => {
    const id = await order()
    await simulate(id, 'under:0.01')
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'pending' })
    await simulate(id, 'exact')
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'paid' })
  })

  test('behavior: expires a receipt that has failed, even after the clock was reset', {
    tags: 'slow',
  }, async () => {
    const id = await order()
    const clock = { method: 'POST', url: '/api/sandbox/clock' } as const
    const { headers } = seller
    await paying.app.inject({ ...clock, headers, payload: { advanceMs: 3_600_000 } })
    await simulate(id, 'PORTAL_PAY_CARD_DECLINED')
    const view = async () => (await paying.app.inject(`/api/portal/${id}`)).json().payment
    expect(await view()).toMatchObject({ isOver: false })
    expect((await simulate(id, 'expire')).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failureCode: 'PORTAL_SESSION_EXPIRED',
    })
    expect(await view()).toMatchObject({ isOver: true, options: [] })
    await paying.app.inject({ ...clock, headers, payload: { reset: true } })
    expect(await view()).toMatchObject({ isOver: true, options: [] })
  })

  test('behavior: over', { tags: 'slow' }, async () => {
    const id = await order()
    await simulate(id, 'over:1.5')
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'paid', mismatch: 'over' })
  })

  test('behavior: late', { tags: 'slow' }, async () => {
    const id = await order()
    await simulate(id, 'late')
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'paid', mismatch: 'late' })
  })

  test('behavior: duplicate', { tags: 'slow' }, async () => {
    const id = await order()
    const response = await simulateUntilPaid(id, 'duplicate')
    expect(response.json().transactionHashes).toHaveLength(2)
    await paying.watch()
    const receipt = await read(id)
    expect(receipt).toMatchObject({ status: 'paid', mismatch: null })
    expect(receipt.timeline.at(-1)).toMatchObject({ status: 'extra_payment', usd: 10.05 })
  })

  test('behavior: wrong_token', { tags: 'slow' }, async () => {
    const payments = { acceptedTokens: ['USDC'], defaultPaymentToken: 'USDC' }
    const other = await aSeller(paying.app, { config: { payments } })
    const bill = { id: 'w-1', totalUsd: 5, lineItems: [{ label: 'A', priceUsd: 5 }] }
    await other.post('/api/receipts', bill)
    await other.post('/api/sandbox/pay', { receiptId: 'w-1', scenario: 'wrong_token' })
    await paying.watch()
    const receipt = (await other.get('/api/receipts/w-1')).json()
    expect(receipt).toMatchObject({ status: 'tx_mismatch' })
  })

  test('behavior: wrong_chain never pays', { tags: 'slow' }, async () => {
    const id = await order()
    await simulate(id, 'wrong_chain')
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'pending', transactionHash: null })
  })

  test('behavior: reverted', { tags: 'slow' }, async () => {
    const id = await order()
    await simulate(id, 'reverted')
    await paying.watch()
    const receipt = await read(id)
    expect(receipt).toMatchObject({ status: 'failed', failureCode: 'PORTAL_CHAIN_TX_REVERTED' })
    expect(receipt.timeline.map((entry: { status: string }) => entry.status)).toEqual([
      'generated',
      'pending',
      'tx_mined',
      'tx_mismatch',
      'failed',
    ])
  })

  test('behavior: reorg', { tags: 'slow' }, async () => {
    const id = await order()
    await simulateUntilPaid(id, 'reorg')
    await paying.watch()
    await paying.watch()
    const receipt = await read(id)
    expect(receipt).toMatchObject({ status: 'generated', transactionHash: null })
    expect(receipt.timeline.map((entry: { status: string }) => entry.status)).toContain('paid')
  })

  test('behavior: mine finalizes a completed receipt', { tags: 'slow' }, async () => {
    const id = await order()
    await simulate(id, 'exact')
    await paying.settle(8)
    await simulate(id, 'mine')
    await paying.settle(2)
    expect(await read(id)).toMatchObject({ status: 'reconciled' })
  })

  test.each(failureCodes)('behavior: %s', { tags: 'slow' }, async (code) => {
    const id = await order()
    expect((await simulate(id, code)).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'failed', failureCode: code })
  })

  test.each([
    ['no receipt', undefined, 'exact', 400, 'missing_receipt_id'],
    ['an unknown receipt', 'nothing', 'exact', 404, 'not_found'],
    ['an unknown scenario', null, 'explode', 400, 'invalid_input'],
    ['no amount', null, 'under:', 400, 'invalid_input'],
    ['an amount below zero', null, 'under:-1', 400, 'invalid_input'],
    ['an amount with more than two decimals', null, 'over:0.001', 400, 'invalid_input'],
    ['the full amount', null, 'under:10.05', 400, 'invalid_input'],
    ['not a string', null, { kind: 'exact' }, 400, 'invalid_input'],
  ])('error: %s', { tags: 'slow' }, async (_, receiptId, scenario, statusCode, error) => {
    const response = await simulate(receiptId === null ? await order() : receiptId, scenario)
    expect({ statusCode: response.statusCode, ...response.json() }).toMatchObject({
      statusCode,
      error,
    })
  })

  test('error: returns 404 for the receipt of another merchant', { tags: 'slow' }, async () => {
    const other = await aSeller(paying.app, {})
    const payload = { receiptId: await order(), scenario: 'exact' }
    expect((await other.post('/api/sandbox/pay', payload)).statusCode).toBe(404)
  })

  test('behavior: accepts a portal token for its own receipt only', { tags: 'slow' }, async () => {
    const [id, otherId] = [await order(), await order()]
    const { portalToken } = (await paying.app.inject(`/api/portal/${id}`)).json()
    const by = {
      method: 'POST',
      url: '/api/sandbox/pay',
      headers: { 'x-portal-token': portalToken },
    }
    const ownResponse = await paying.app.inject({
      ...by,
      method: 'POST',
      payload: { receiptId: id, scenario: 'expire' },
    })
    expect(ownResponse.statusCode).toBe(200)
    const foreignResponse = await paying.app.inject({
      ...by,
      method: 'POST',
      payload: { receiptId: otherId, scenario: 'expire' },
    })
    expect(foreignResponse.statusCode).toBe(403)
  })
})

describe('POST /api/sandbox/reset', () => {
  test('default: deletes the receipts of this merchant only', async () => {
    const other = await aSeller(paying.app, {})
    const id = 'kept'
    await other.post('/api/receipts', {
      id,
      totalUsd: 1,
      lineItems: [{ label: 'A', priceUsd: 1 }],
    })
    const lineItems = [{ label: 'A', priceUsd: 7 }]
    const invoice = { id: 'same', totalUsd: 7, lineItems }
    await seller.post('/api/receipts', invoice)
    await simulate('same', 'exact')
    await paying.settle(4)
    const response = await seller.post('/api/sandbox/reset', {})
    expect(response.json().receipts).toBeGreaterThan(0)
    expect((await seller.get('/api/receipts')).json().receipts).toEqual([])
    expect((await seller.get('/api/inventory')).json().items).toHaveLength(1)
    expect((await other.get(`/api/receipts/${id}`)).statusCode).toBe(200)
    const repeated = await seller.post('/api/receipts', invoice)
    expect(repeated.statusCode).toBe(201)
    const again = await order()
    await simulate(again, 'exact')
    await paying.settle(8)
    expect(await read(again)).toMatchObject({ status: 'completed' })
    expect(await read('same')).toMatchObject({ status: 'pending' })
    const { accounts } = await getTrialBalance(paying.app.ctx, seller.wallet)
    expect(accounts.find(({ account }) => account === 'custody')).toMatchObject({ usdMicros: 0n })
  })
})
