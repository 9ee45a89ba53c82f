import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, type Buyer } from '../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { createNetworkHash } from '../../../auth/network-hash.js'
import { HOUR_MS, MINUTE_MS } from '../../../lib/time.js'
import { expireReceipts } from '../../receipts/status/expire-receipts.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function announcedOf({ merchant, receiptId }: Buyer) {
  const { rows } = await app.ctx.db.query<{ tx_hash: string; state: string; created_at: string }>(
    `select tx_hash, state, created_at from announced_transactions where merchant = $1 and receipt_id = $2
     order by tx_hash`,
    [merchant, receiptId],
  )
  return rows
}

const payWithAll = ({ merchant }: Buyer) =>
  app.ctx.db.query(
    "update announced_transactions set state = 'paying', network = null where merchant = $1",
    [merchant],
  )

describe('POST /api/portal/:id/tx', () => {
  test('default', async () => {
    const buyer = await aBuyer(app)
    await buyer.post('progress', { status: 'link_opened' })
    const txHash = aHash()
    const response = await buyer.post('tx', { txHash: txHash.toUpperCase().replace('X', 'x') })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({ ok: true })
    expect(await announcedOf(buyer)).toEqual([
      { tx_hash: txHash, state: 'open', created_at: String(app.ctx.now()) },
    ])
    const { status, transactionHash, timeline } = await buyer.receipt()
    expect({ status, transactionHash }).toEqual({ status: 'pending', transactionHash: null })
    expect(timeline.at(-1)).toMatchObject({
      status: 'pending',
      previousStatus: 'link_opened',
      by: 'portal',
    })
  })

  test('behavior: accepts a repeated hash, and at most twenty hashes that paid', async () => {
    const buyer = await aBuyer(app)
    const hashes = Array.from({ length: 20 }, aHash)
    for (const txHash of hashes) {
      expect((await buyer.post('tx', { txHash })).statusCode).toBe(200)
      await payWithAll(buyer)
    }
    const extraResponse = await buyer.post('tx', { txHash: aHash() })
    expect(extraResponse.statusCode).toBe(400)
    expect(extraResponse.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining('20'),
    })
    expect((await buyer.post('tx', { txHash: hashes[3] })).statusCode).toBe(200)
    expect((await announcedOf(buyer)).map((announced) => announced.tx_hash)).toEqual(
      hashes.toSorted(),
    )
  })

  test('behavior: accepts at most five hashes that were not found yet', async () => {
    const buyer = await aBuyer(app)
    const hashes = Array.from({ length: 5 }, aHash)
    for (const txHash of hashes) await buyer.post('tx', { txHash })
    const extraResponse = await buyer.post('tx', { txHash: aHash() })
    expect(extraResponse.statusCode).toBe(429)
    expect(extraResponse.json()).toMatchObject({
      error: 'rate_limited',
      message: expect.stringContaining('We detect your payment automatically.'),
      resetAt: app.ctx.now() + HOUR_MS,
    })
    expect((await buyer.post('tx', { txHash: hashes[3] })).statusCode).toBe(200)
    await payWithAll(buyer)
    expect((await buyer.post('tx', { txHash: aHash() })).statusCode).toBe(200)
  })

  test('behavior: limited pages leave fifteen hashes to the holders of the link', async () => {
    const buyer = await aBuyer(app)
    const { merchant, receiptId } = buyer
    const page = (await app.inject(`/api/portal/${receiptId}?recipient=${merchant}`)).json()
    const announceFrom = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: `/api/portal/${receiptId}/tx`,
        headers: { 'x-portal-token': page.portalToken },
        payload: { txHash: aHash() },
        remoteAddress,
      })
    for (let host = 1; host <= 5; host += 1) {
      expect((await announceFrom(`203.0.113.${host}`)).statusCode).toBe(200)
    }
    const extraResponse = await announceFrom('203.0.113.6')
    expect(extraResponse.statusCode).toBe(400)
    expect(extraResponse.json().message).toContain('payment link')
    expect(await announcedOf(buyer)).toHaveLength(5)
    expect((await buyer.post('tx', { txHash: aHash() })).statusCode).toBe(200)
  })

  test('behavior: accepts at most five concurrent hashes', async () => {
    const buyer = await aBuyer(app)
    // Few at a time: on a busy machine, more would wait too long for a connection.
    await Promise.all(Array.from({ length: 8 }, () => buyer.post('tx', { txHash: aHash() })))
    expect(await announcedOf(buyer)).toHaveLength(5)
  })

  test('behavior: stores a hash of the network address, never the address', async () => {
    const buyer = await aBuyer(app)
    await buyer.post('tx', { txHash: aHash() })
    const { rows } = await app.ctx.db.query<{ network: string; row: string }>(
      'select network, announced_transactions::text as row from announced_transactions where merchant = $1',
      [buyer.merchant],
    )
    expect(rows).toEqual([
      {
        network: createNetworkHash(app.ctx.config)('127.0.0.1'),
        row: expect.not.stringContaining('127.0.0.1'),
      },
    ])
  })

  test('behavior: records the transaction of a paid receipt without a status change', async () => {
    const buyer = await aBuyer(app)
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect((await buyer.post('tx', { txHash: aHash() })).statusCode).toBe(200)
    expect(await buyer.receipt()).toMatchObject({ status: 'paid' })
    expect(await announcedOf(buyer)).toHaveLength(1)
  })

  test('behavior: reopens a failed receipt, but not an expired one', async () => {
    const buyer = await aBuyer(app, { config: { payments: { expiryMinutes: 30 } } })
    const canceled = { status: 'failed', failureCode: 'PORTAL_SESSION_CANCELLED' }
    await buyer.post('progress', canceled)
    expect(await buyer.receipt()).toMatchObject({ status: 'failed' })
    await buyer.post('tx', { txHash: aHash() })
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })

    app.ctx.clock.advance(30 * MINUTE_MS)
    await expireReceipts.run(app.ctx, new AbortController().signal)
    expect((await buyer.post('tx', { txHash: aHash() })).statusCode).toBe(200)
    expect(await buyer.receipt()).toMatchObject({ status: 'failed' })
    expect(await announcedOf(buyer)).toHaveLength(2)
  })

  test.each([undefined, null, '', 5, {}, '0x12', 'f'.repeat(66), `0x${'g'.repeat(64)}`])(
    'error: rejects %j as a hash',
    async (txHash) => {
      const buyer = await aBuyer(app)
      const response = await buyer.post('tx', { txHash })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
      expect(await announcedOf(buyer)).toEqual([])
    },
  )

  test('error: rejects a missing token and the token of another receipt', async () => {
    const buyer = await aBuyer(app)
    const other = await aBuyer(app, { id: 'r-2', seller: buyer.seller })
    const payload = { txHash: aHash() }
    const url = '/api/portal/r-1/tx'
    const remainingResponse = await app.inject({ method: 'POST', url, payload })
    expect(remainingResponse.statusCode).toBe(401)
    expect(remainingResponse.json()).toMatchObject({ error: 'unauthorized' })
    const headers = { 'x-portal-token': other.portalToken }
    const wrongResponse = await app.inject({ method: 'POST', url, payload, headers })
    expect(wrongResponse.statusCode).toBe(403)
    expect(wrongResponse.json()).toMatchObject({ error: 'forbidden' })
    expect([...(await announcedOf(buyer)), ...(await announcedOf(other))]).toEqual([])
  })

  test('error: limits a token to the receipt of its own merchant', async () => {
    const [first, second] = [await aBuyer(app), await aBuyer(app)]
    await first.post('tx', { txHash: aHash() })
    expect(await announcedOf(first)).toHaveLength(1)
    expect(await announcedOf(second)).toEqual([])
  })
})
