import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayer, signPayment } from '../../../../test/fixtures/authorization.js'
import { aBuyer, type Buyer } from '../../../../test/fixtures/buyer.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { buildApp } from '../../../app.js'
import { MINUTE_MS } from '../../../lib/time.js'
import { createKeyedMutex } from '../../../platform/keyed-mutex.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** Starts a card payment, and returns functions that use the provider's page. */
async function aCardPayment(options: Parameters<typeof aBuyer>[1] = {}) {
  const buyer = await aBuyer(paying.app, options)
  await paying.settle(3)
  const started = await buyer.post('onramp', {})
  expect(started.statusCode).toBe(200)
  const { session } = started.json()
  const { pathname: url } = new URL(session.url)
  const play = (result: string, dateOfBirth = '1990-01-01') =>
    paying.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ result, dateOfBirth }).toString(),
    })
  return { buyer, session, url, play }
}

describe('POST /sandbox/card/{sessionId}', () => {
  test('default: an approved card pays on chain, and settles like any other payment', async () => {
    const { buyer, session, play } = await aCardPayment()
    expect(await buyer.view()).toMatchObject({
      status: 'pending',
      card: { provider: 'sandbox', status: 'available', session: { id: session.id } },
    })
    expect((await play('success')).statusCode).toBe(303)
    await paying.watch()
    const receipt = await buyer.receipt()
    expect(receipt).toMatchObject({
      status: 'paid',
      onrampSessionId: session.id,
      isOnrampSessionUnique: true,
      onrampSourceAmountUsd: 12.3,
    })
    expect(await buyer.view()).toMatchObject({
      status: 'paid',
      card: null,
      payment: { received: [{ symbol: 'USDC', amount: '12', byCard: true }] },
    })
    expect(receipt.timeline.at(-1)).toMatchObject({ status: 'paid', paymentMethod: 'card' })
    expect(receipt.timeline.map(({ status }: { status: string }) => status)).toEqual(
      expect.arrayContaining(['card_charged', 'card_delivered', 'paid']),
    )
    await paying.settle(8)
    const { status, mismatch } = await buyer.receipt()
    expect([['completed', 'reconciled'].includes(status), mismatch]).toEqual([true, null])
  })

  test('behavior: forms that are sent at once, in two processes, transfer the money once', {
    tags: 'slow',
  }, async () => {
    const { buyer, play, url } = await aCardPayment()
    const deposit = await paying.depositOf(buyer.merchant, 'r-1')
    const other = await buildApp({ ...paying.app.ctx, mutex: createKeyedMutex() })
    const playThere = () =>
      other.server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'result=success&dateOfBirth=1990-01-01',
      })
    const responses = await Promise.all([play('success'), playThere(), play('below'), playThere()])
    await other.server.close()
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409, 409, 409])
    const balance = await paying.balanceOf('USDC', deposit)
    expect([11_000_000n, 12_000_000n]).toContain(balance)

    const later = await aCardPayment()
    await later.play('slow')
    const decisions = ['approve', 'approve', 'decline', 'approve']
    const decided = await Promise.all(decisions.map((result) => later.play(result)))
    expect(decided.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1)
    const laterDeposit = await paying.depositOf(later.buyer.merchant, 'r-1')
    expect([0n, 12_000_000n]).toContain(await paying.balanceOf('USDC', laterDeposit))
  })

  test('behavior: an old tab transfers nothing after the receipt has changed', {
    tags: 'slow',
  }, async () => {
    const balanceOf = async ({ buyer }: { buyer: Buyer }) =>
      paying.balanceOf('USDC', await paying.depositOf(buyer.merchant, 'r-1'))
    const paid = await aCardPayment()
    await paid.buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    const changed = await aCardPayment()
    const body = { id: 'r-1', lineItems: [{ label: 'Tea', priceUsd: 15 }], totalUsd: 15 }
    expect((await changed.buyer.seller.post('/api/receipts', body)).statusCode).toBe(201)
    const expired = await aCardPayment({ config: { payments: { expiryMinutes: 5 } } })
    paying.app.ctx.clock.advance(5 * MINUTE_MS)
    const cases = [
      [paid, 'This receipt is already paid.'],
      [changed, 'The amount due has changed. Nothing was charged.'],
      [expired, 'This receipt has expired.'],
    ] as const
    for (const [payment, text] of cases) {
      expect((await paying.app.inject(payment.url)).body).toContain(text)
      for (const result of ['success', 'slow', 'below', 'PORTAL_PAY_CARD_DECLINED']) {
        const { statusCode, body: html } = await payment.play(result)
        expect([statusCode, html]).toEqual([409, expect.stringContaining(text)])
      }
      expect(await balanceOf(payment)).toBe(0n)
    }
  })

  test('behavior: a blocked receipt refuses signatures, and flags money that arrives anyway', async () => {
    const payer = await aPayer(paying)
    const { buyer, play } = await aCardPayment()
    const { payment } = await buyer.view()
    const body = await signPayment({ payment, payer, now: paying.app.ctx.now() })
    const to = await paying.depositOf(buyer.merchant, 'r-1')
    await play('PORTAL_KYC_SANCTIONS_BLOCKED')
    const refusal = { error: 'onramp_refused', failureCode: 'PORTAL_KYC_SANCTIONS_BLOCKED' }
    const response = await buyer.post('authorize', body)
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining(refusal)])
    await paying.pay('USDC', { from: paying.buyer, to, units: 12_000_000n })
    await paying.watch()
    const receipt = await buyer.receipt()
    expect(receipt).toMatchObject({ status: 'paid', mismatch: 'blocked' })
    expect(receipt.timeline.at(-1)).toMatchObject({ status: 'paid', mismatch: 'blocked' })
    expect((await buyer.view()).payment).toMatchObject({ paidUsd: 12, dueUsd: 0 })
  })

  test('behavior: a slow bank, callbacks that come twice, and an amount below the due', {
    tags: 'slow',
  }, async () => {
    const slow = await aCardPayment()
    await slow.play('slow')
    await slow.play('approve')
    const twice = await aCardPayment()
    await twice.play('duplicate')
    const below = await aCardPayment()
    await below.play('below')
    await paying.watch()
    for (const { buyer } of [slow, twice]) {
      const { timeline } = await buyer.receipt()
      const names = timeline.map(({ status }: { status: string }) => status)
      const once = ['card_charged', 'card_delivered', 'paid']
      expect(names.filter((name: string) => once.includes(name)).toSorted()).toEqual(once)
    }
    expect(await below.buyer.view()).toMatchObject({
      status: 'pending',
      card: { status: 'available' },
      payment: { paidUsd: 11, dueUsd: 1 },
    })
    // The rest can be paid by card too.
    const rest = (await below.buyer.post('onramp', {})).json()
    expect(rest.session.id).not.toBe(below.session.id)
  })
})
