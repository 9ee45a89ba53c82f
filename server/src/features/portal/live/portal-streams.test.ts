// @module-tag slow
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer } from '../../../../test/fixtures/buyer.js'
import { aPaidReceipt, aPortalReceipt } from '../../../../test/fixtures/portal-receipt.js'
import { type Listener, listen } from '../../../../test/fixtures/servers/event-listener.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { anyone } from '../../../auth/guards.js'
import { createPortalTokens } from '../../../auth/portal-tokens.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { PortalReceipt } from '../schemas.js'
import { getWholePortal } from '../view/get-portal.js'
import {
  createPortalStreams,
  diffReceipts,
  type EventStream,
  formatEvent,
  openEventStream,
  type PortalStreams,
} from './portal-streams.js'

const maxStreams = 5
let app: TestApp
let streams: PortalStreams
let base: string
let loaded = 0
let failure: Error | null = null
/** Streams with low limits and short intervals, beside those of the app. */
beforeAll(async () => {
  app = await createTestApp({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    extraRoutes(server, ctx) {
      const tokens = createPortalTokens(ctx.config)
      streams = createPortalStreams(ctx, {
        pollMs: 20,
        keepAliveMs: 30,
        max: { network: 3, platform: maxStreams },
        async load(ref) {
          loaded += 1
          if (failure) throw failure
          return getWholePortal(ctx, { ref, tokens })
        },
      })
      server.addHook('preClose', () => streams.close())
      server.get(
        '/small/:merchant/:id',
        { config: { guard: anyone() } },
        async (request, reply) => {
          const { merchant, id: receiptId } = request.params as Record<string, string>
          const ref = { merchant, receiptId } as Parameters<PortalStreams['open']>[0]
          await streams.open(ref, { request, reply, show: (receipt) => receipt })
          return reply
        },
      )
    },
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
})
afterAll(() => app.close())

const opened: Listener[] = []
async function open({ merchant, receiptId }: Buyer, ip = '203.0.113.1'): Promise<Listener> {
  const address = `${base}/small/${merchant}/${receiptId}`
  const listener = await listen(address, { 'x-forwarded-for': ip })
  opened.push(listener)
  return listener
}

/** Waits until only `count` streams are open. */
const settle = (openStreams = 0) => expect.poll(() => streams.count()).toBe(openStreams)

afterEach(async () => {
  for (const listener of opened.splice(0)) listener.leave()
  await settle()
})

describe('createPortalStreams', () => {
  test('behavior: sends keep-alive comments', async () => {
    const listener = await open(await aBuyer(app))
    await listener.until(1)
    const before = listener.comments()
    await sleep(200)
    expect(listener.comments()).toBeGreaterThan(before)
    expect(listener.events).toHaveLength(1)
  })

  test('behavior: loads only on changes, and once for all listeners', async () => {
    const buyer = await aBuyer(app)
    const listeners = [await open(buyer), await open(buyer)]
    await Promise.all(listeners.map((listener) => listener.until(1)))
    const before = loaded
    await sleep(200)
    expect(loaded).toBe(before)
    await buyer.post('progress', { status: 'link_opened' })
    await Promise.all(listeners.map((listener) => listener.until(2)))
    expect(loaded).toBe(before + 1)
  })

  test('behavior: reports a failed attempt, which changes no status', async () => {
    const buyer = await aBuyer(app)
    await buyer.post('progress', { status: 'checkout_initialized' })
    const listener = await open(buyer)
    await listener.until(1)
    const failureCode = 'PORTAL_CHAIN_USER_REJECTED'
    await buyer.post('progress', { status: 'failed', failureCode })
    expect((await listener.until(2)).data).toMatchObject({ failure: { code: failureCode } })
  })

  test('behavior: a short database outage only delays events', async () => {
    const buyer = await aBuyer(app)
    const listener = await open(buyer)
    await listener.until(1)
    failure = new StoreUnavailable({ mayHaveCommitted: false })
    await buyer.post('progress', { status: 'link_opened' })
    await sleep(100)
    failure = null
    expect((await listener.until(2)).data).toMatchObject({ status: 'link_opened' })
  })

  test('behavior: handles a deleted receipt and its replacement', async () => {
    const buyer = await aBuyer(app)
    const { merchant } = buyer
    const listener = await open(buyer)
    await listener.until(1)
    const before = loaded
    for (const table of ['timeline_entries', 'receipts']) {
      await app.ctx.db.query(`delete from ${table} where merchant = $1`, [merchant])
    }
    await expect.poll(() => loaded).toBe(before + 1)
    const body = { lineItems: [{ label: 'Cake', priceUsd: 3 }], totalUsd: 3 }
    await aBuyer(app, { seller: buyer.seller, body })
    expect((await listener.until(2)).data).toMatchObject({ totalUsd: 3 })
  })

  test('error: rejects too many streams of one IP address', async () => {
    const buyer = await aBuyer(app)
    const three = [await open(buyer), await open(buyer), await open(buyer)]
    const refused = await open(buyer)
    await refused.ended
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.body())).toMatchObject({
      error: 'rate_limited',
      resetAt: app.ctx.now() + 60_000,
    })
    const other = await open(buyer, '203.0.113.2')
    expect(other.status).toBe(200)

    three[0]?.leave()
    await settle(3)
    const repeatedListener = await open(buyer)
    expect(repeatedListener.status).toBe(200)
  })

  test('error: rejects too many streams of one process', async () => {
    const buyer = await aBuyer(app)
    const all = await Promise.all(
      Array.from({ length: maxStreams }, (_, index) => open(buyer, `203.0.113.${10 + index}`)),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(maxStreams).fill(200))
    const refused = await open(buyer, '203.0.113.99')
    await refused.ended
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(JSON.parse(refused.body())).toMatchObject({ error: 'too_many_streams' })
  })

  test('error: an unknown receipt uses no stream', async () => {
    const buyer = await aBuyer(app)
    for (let count = 0; count < maxStreams + 1; count += 1) {
      const refused = await open({ ...buyer, receiptId: 'nothing' })
      await refused.ended
      expect(refused.status).toBe(404)
    }
    const listener = await open(buyer)
    expect(listener.status).toBe(200)
  })

  test('behavior: a client that disconnects early uses no stream', async () => {
    const buyer = await aBuyer(app)
    const { port } = new URL(base)
    const before = loaded
    for (let count = 1; count <= maxStreams + 1; count += 1) {
      const path = `/small/${buyer.merchant}/${buyer.receiptId}`
      const socket = connect(Number(port), '127.0.0.1')
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`, () => socket.destroy())
      await expect.poll(() => loaded).toBe(before + count)
      await settle()
    }
    const listener = await open(buyer)
    expect(listener.status).toBe(200)
  })
})

/** More than fits the socket buffer. */
const large = (status: string) =>
  ({ status, lineItems: [{ label: status + 'x'.repeat(100_000) }] }) as unknown as PortalReceipt

let server: Server | null = null

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/**
 * Starts a server whose responses are streams. Returns the next stream and whether it has closed.
 */
async function serve(keepAliveMs: number) {
  const closed: string[] = []
  let opened: (stream: EventStream) => void = () => {}
  const stream = new Promise<EventStream>((resolve) => {
    opened = resolve
  })
  const createdServer = createServer((_request, response) => {
    const onClose = () => closed.push('closed')
    opened(openEventStream(response, { lastId: null, keepAliveMs, onClose }))
    response.write(':\n\n')
  })
  server = createdServer
  await new Promise<void>((resolve) => createdServer.listen(0, '127.0.0.1', resolve))
  const { port } = createdServer.address() as { port: number }
  return { stream, port, closed }
}

describe('openEventStream', () => {
  test('behavior: sends a slow client only the latest receipt', async () => {
    const { stream, port } = await serve(60_000)
    const listener = await listen(`http://127.0.0.1:${port}`)
    const { send } = await stream
    for (const status of ['first', 'second', 'third', 'fourth']) send(large(status))
    await listener.until(2)
    expect(listener.events.map(({ data }) => data['status'])).toEqual(['first', 'fourth'])
  })

  test('behavior: disconnects a client that reads nothing', async () => {
    const { stream, port, closed } = await serve(50)
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const { send } = await stream
    for (let count = 0; closed.length === 0; count += 1) {
      send(large(String(count)))
      await nextTurn()
    }
    expect(closed).toEqual(['closed'])
    socket.destroy()
  })

  test('behavior: sends nothing after the end', async () => {
    const { stream, port, closed } = await serve(60_000)
    const listener = await listen(`http://127.0.0.1:${port}`)
    const opened = await stream
    opened.end()
    opened.send(large('late'))
    await listener.ended
    expect(listener.events).toEqual([])
    expect(closed).toEqual(['closed'])
  })
})

const shown = (fields: Record<string, unknown>) => fields as PortalReceipt

describe('formatEvent', () => {
  test('default', () => {
    const { id, text } = formatEvent(shown({ receiptId: 'r-1' }), null)
    expect(id).toMatch(/^[\w-]{16}$/)
    expect(text).toBe(`event: receipt\nid: ${id}\ndata: {"receiptId":"r-1"}\n\n`)
  })

  test('behavior: a later event has only what changed', () => {
    const [before, after] = [{ status: 'pending' }, { status: 'paid' }].map((fields) =>
      shown({ receiptId: 'r-1', ...fields }),
    )
    if (!before || !after) throw new Error('there are two receipts')
    const { id, text } = formatEvent(after, before)
    expect(id).toBe(formatEvent(after, null).id)
    expect(text).toBe(`event: change\nid: ${id}\ndata: {"status":"paid"}\n\n`)
  })

  test('behavior: any content is one event and parses back', () => {
    const label = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n\ndata: {}', '\r\n', '\u2028', ': ', 'event: other\n\n'),
    )
    fc.assert(
      fc.property(label, (brandName) => {
        const { id, text } = formatEvent(shown({ brandName }), null)
        const lines = text.slice(0, -2).split(/\r\n|\r|\n/)
        expect(text.endsWith('\n\n')).toBe(true)
        expect(lines).toHaveLength(3)
        expect(lines[1]).toBe(`id: ${id}`)
        expect(JSON.parse(lines[2]?.slice('data: '.length) ?? '')).toEqual({ brandName })
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: equal receipts have equal ids', () => {
    const message = formatEvent(shown({ status: 'pending' }), null)
    expect(formatEvent(shown({ status: 'pending' }), null).id).toBe(message.id)
    expect(formatEvent(shown({ status: 'paid' }), null).id).not.toBe(message.id)
  })
})

describe('diffReceipts', () => {
  test('default: returns what changed, and of the payment only its changed fields', () => {
    const changed = diffReceipts(aPortalReceipt(), aPaidReceipt())
    expect(Object.keys(changed).toSorted()).toEqual([
      'confirmations',
      'paidAt',
      'payment',
      'paymentStatus',
      'status',
      'transactionHash',
    ])
    const payment = { dueUsd: 0, due: 0, paidUsd: 110.05, paid: 110.05, options: [] }
    expect(changed['payment']).toEqual(payment)
  })

  test('behavior: a field that is gone is null', () => {
    const degraded = { ...aPortalReceipt(), degraded: true as const }
    expect(diffReceipts(degraded, aPortalReceipt())).toEqual({ degraded: null })
  })

  test('behavior: equal receipts have no changes', () => {
    expect(diffReceipts(aPortalReceipt(), aPortalReceipt())).toEqual({})
  })
})
