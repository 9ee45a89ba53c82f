// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer, setCursor } from '../../fixtures/buyer.js'
import { type Listener, listen } from '../../fixtures/servers/event-listener.js'
import { createTestApp, type TestApp } from '../../harness.js'

let app: TestApp
let base: string
beforeAll(async () => {
  app = await createTestApp({ environment: { CONFIRMATIONS: '3' } })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
})
afterAll(() => app.close())

const addressOf = ({ link }: Buyer) => `${base}${link.replace('?', '/events?')}`
const open = (buyer: Buyer, headers: Record<string, string> = {}) =>
  listen(addressOf(buyer), headers)
const statusesOf = ({ events }: Listener) => events.map(({ data }) => data['status'])

describe('GET /api/portal/:id/events', () => {
  test('default', async () => {
    const buyer = await aBuyer(app)
    const listener = await open(buyer)
    expect(listener.status).toBe(200)
    const first = await listener.until(1)
    expect(first).toEqual({ event: 'receipt', id: expect.any(String), data: await buyer.view() })

    await buyer.post('progress', { status: 'link_opened' })
    const second = await listener.until(2)
    expect(second.event).toBe('change')
    expect(second.data).toEqual({ status: 'link_opened' })
    expect(second.id).not.toBe(first.id)
    listener.leave()
  })

  test('behavior: a stream without the signature of the link shows only what is needed to pay', async () => {
    const buyer = await aBuyer(app, { body: { returnUrl: 'https://shop.test/thanks' } })
    const link = `/api/portal/${buyer.receiptId}?recipient=${buyer.merchant}`
    const [whole, limited] = [await open(buyer), await open({ ...buyer, link })]
    await Promise.all([whole.until(1), limited.until(1)])
    await buyer.post('progress', { status: 'link_opened' })
    const { data } = await limited.until(2)
    const changed = { status: 'link_opened' }
    expect((await whole.until(2)).data).toEqual(changed)
    expect(data).toEqual(changed)
    const [first] = limited.events
    expect({ ...first?.data, ...data }).toEqual((await app.inject(link)).json())
    expect(first?.data).toMatchObject({ returnUrl: null })
    whole.leave()
    limited.leave()
  })

  test('behavior: sends the common headers and those for proxies', async () => {
    const buyer = await aBuyer(app)
    const listener = await open(buyer, { 'x-correlation-id': 'my-own-correlation' })
    listener.leave()
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-correlation-id': 'my-own-correlation',
      'x-ratelimit-limit': '12000',
    })
  })

  test('behavior: sends payments, and each block while confirmations are counted', async () => {
    const buyer = await aBuyer(app)
    await setCursor(app, 10)
    const listener = await open(buyer)
    await listener.until(1)
    await buyer.pay({ units: 12_000_000n, block: 10 })
    expect((await listener.until(2)).data).toMatchObject({
      payment: { paidUsd: 12, dueUsd: 0, options: [] },
      confirmations: { have: 1, need: 3 },
    })
    await setCursor(app, 11)
    expect((await listener.until(3)).data).toMatchObject({ confirmations: { have: 2 } })
    await setCursor(app, 12)
    expect((await listener.until(4)).data).toMatchObject({ confirmations: { have: 3 } })
    listener.leave()
  })

  test('behavior: skips an event that the client already has', async () => {
    const buyer = await aBuyer(app)
    const before = await open(buyer)
    const { id } = await before.until(1)
    before.leave()
    const [knowing, other] = [
      await open(buyer, { 'last-event-id': id }),
      await open(buyer, { 'last-event-id': 'something-else' }),
    ]
    await other.until(1)
    await buyer.post('progress', { status: 'checkout_initialized' })
    await Promise.all([knowing.until(1), other.until(2)])
    expect(statusesOf(knowing)).toEqual(['checkout_initialized'])
    expect(statusesOf(other)).toEqual(['pending', 'checkout_initialized'])
    knowing.leave()
    other.leave()
  })

  test('behavior: sends each client its own receipt only', async () => {
    const [first, second] = [await aBuyer(app), await aBuyer(app)]
    const listeners = [await open(first), await open(first), await open(second)]
    await Promise.all(listeners.map((listener) => listener.until(1)))
    await first.post('progress', { status: 'link_opened' })
    await second.post('progress', { status: 'checkout_initialized' })
    await Promise.all(listeners.map((listener) => listener.until(2)))
    expect(listeners.map(statusesOf)).toEqual([
      ['pending', 'link_opened'],
      ['pending', 'link_opened'],
      ['pending', 'checkout_initialized'],
    ])
    for (const listener of listeners) listener.leave()
  })

  test('behavior: sends nothing when only private data changes', async () => {
    const buyer = await aBuyer(app)
    const listener = await open(buyer)
    await listener.until(1)
    const { merchant } = buyer
    await app.ctx.db.query(`update receipts set metadata = '{}' where merchant = $1`, [merchant])
    await sleep(700)
    await buyer.post('progress', { status: 'link_opened' })
    await listener.until(2)
    expect(statusesOf(listener)).toEqual(['pending', 'link_opened'])
    listener.leave()
  })

  test('error: returns the errors of the receipt request', async () => {
    for (const [path, status] of [
      ['/api/portal/nothing/events', 404],
      ['/api/portal/nothing/events?recipient=me', 400],
    ] as const) {
      const refused = await listen(`${base}${path}`)
      await refused.ended
      expect(refused.status).toBe(status)
      expect(JSON.parse(refused.body())).toMatchObject({ error: expect.any(String) })
    }
  })

  test('error: rejects HEAD requests', async () => {
    const refused = await listen(addressOf(await aBuyer(app)), {}, 'HEAD')
    expect(refused.status).toBe(405)
  })

  test('behavior: a stopping service ends all streams at once', async () => {
    const second = await createTestApp()
    await second.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = second.server.server.address() as { port: number }
    const buyer = await aBuyer(second)
    const listener = await listen(`http://127.0.0.1:${port}${buyer.link.replace('?', '/events?')}`)
    await listener.until(1)
    const startedAt = performance.now()
    await second.close()
    await listener.ended
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
