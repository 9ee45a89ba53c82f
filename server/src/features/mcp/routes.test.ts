import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Market, startMarket } from '../../../test/fixtures/agent.js'
import { aListedShop } from '../../../test/fixtures/anonymous-caller.js'
import { samples } from '../../../test/fixtures/image-samples.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { limits } from '../../platform/limits/limits.js'

let market: Market
let url: string
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
  url = await market.listen()
}, 60_000)
afterAll(() => market.close())

const post = (payload: unknown, headers: Record<string, string> = {}, ip = '192.0.2.1') =>
  market.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    remoteAddress: ip,
  })

/** Calls a method without `initialize`, as plain JSON clients do. */
async function call(method: string, params?: object, ip?: string) {
  const response = await post({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }, {}, ip)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function callTool(name: string, args: object = {}, meta?: object, ip?: string) {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) }
  return (await call('tools/call', params, ip)).result
}

async function connect() {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  return client
}

describe('POST /mcp', () => {
  test('default: the official client buys an order', async () => {
    const agent = await market.anAgent()
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_shops',
      'get_catalogue',
      'quote_order',
      'place_order',
      'get_receipt',
    ])
    const order = market.order()
    const quoted = await client.callTool({ name: 'quote_order', arguments: order })
    expect(quoted.structuredContent).toMatchObject({ quote: { totalUsd: 12.06 } })

    const args = { ...order, idempotencyKey: 'a secret of the agent' }
    const demanded = await client.callTool({ name: 'place_order', arguments: args })
    expect(demanded).toMatchObject({
      isError: true,
      structuredContent: {
        x402Version: 2,
        error: 'A payment is required in _meta["x402/payment"].',
        resource: { url: 'http://tally.test/api/x402/orders' },
        accepts: [{ scheme: 'exact', amount: '12060000' }],
        extensions: { 'offer-receipt': { info: { offers: [{ format: 'jws' }] } } },
        quote: { totalUsd: 12.06, lineItems: [{ sku: 'T' }, {}, {}] },
      },
    })
    const [text] = demanded.content as { text: string }[]
    expect(JSON.parse(text?.text ?? '')).toEqual(demanded.structuredContent)

    const required = demanded.structuredContent as unknown as PaymentRequired
    const payment = { ...(await agent.client().createPaymentPayload(required)) }
    const paying = { name: 'place_order', arguments: args, _meta: { 'x402/payment': payment } }
    const paid = await client.callTool(paying)
    expect(paid).toMatchObject({
      structuredContent: { ok: true, receipt: { totalUsd: 12.06, status: 'paid' } },
      _meta: {
        'x402/payment-response': {
          success: true,
          network: 'eip155:84532',
          extensions: { 'offer-receipt': {} },
        },
      },
    })
    expect(await market.balanceOf('USDC', agent.payer.address)).toBe(1_000_000_000n - 12_060_000n)

    const { receipt } = paid.structuredContent as { receipt: { receiptId: string } }
    const repeated = await client.callTool(paying)
    expect(repeated.structuredContent).toMatchObject({ receipt: { receiptId: receipt.receiptId } })
    const withoutKey = await client.callTool({ ...paying, arguments: order })
    expect(withoutKey).toMatchObject({
      isError: true,
      structuredContent: { error: 'payment_already_used' },
    })
    const { receiptId } = receipt
    const result = await client.callTool({ name: 'get_receipt', arguments: { receiptId } })
    expect(result.structuredContent).toMatchObject({
      receipt: { receiptId, status: expect.stringMatching(/^(paid|completed|reconciled)$/) },
    })
    await client.close()
  })

  test('behavior: a client that accepts only JSON and skips initialize is served', async () => {
    expect((await call('tools/list')).result.tools).toHaveLength(5)
    const result = await callTool('search_shops', { q: market.shop.slug, limit: 1 })
    expect(result.structuredContent).toMatchObject({
      shops: [{ slug: market.shop.slug }],
      total: 1,
    })
    const query = { shopSlug: market.shop.slug, limit: 500 }
    const { structuredContent: page } = await callTool('get_catalogue', query)
    expect(page).toMatchObject({
      items: [{ sku: 'T', priceUsd: 12, inStock: true }],
      limit: 50,
      total: 1,
    })
    expect(page.items[0]).not.toHaveProperty('stockQty')
    expect(page.items[0]).not.toHaveProperty('images')
  })

  test('behavior: a notification is accepted without a response', async () => {
    const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([response.statusCode, response.body]).toEqual([202, ''])
  })

  test.each(['GET', 'DELETE'] as const)(
    'error: %s, because there are no sessions',
    async (method) => {
      const response = await market.app.inject({ method, url: '/mcp' })
      expect(response.statusCode).toBe(405)
      expect(response.headers['allow']).toContain('POST')
    },
  )

  test('behavior: a page of another site may call it', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const response = await post(message, { origin: 'https://evil.test' })
    expect(response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('error: refuses a page that rebinds its name to the address of the service', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const response = await post(message, { origin: 'http://evil.test', host: 'evil.test' })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ error: 'forbidden' })
  })

  test.each<[string, object, string]>([
    ['search_shops', { q: 'a b c d e f g h i' }, 'invalid_input'],
    ['search_shops', { q: {} }, 'invalid_input'],
    ['search_shops', { offset: 'many' }, 'invalid_input'],
    ['get_catalogue', {}, 'invalid_input'],
    ['get_catalogue', { shopSlug: 'no-such-shop' }, 'not_found'],
    ['quote_order', { shopSlug: 'no-such-shop', items: [{ sku: 'T', qty: 1 }] }, 'not_found'],
    ['quote_order', { shopSlug: 'x', items: [] }, 'items_required'],
    ['place_order', { shopSlug: 'x', items: [{ sku: 'T', qty: 0.5 }] }, 'invalid_input'],
    [
      'place_order',
      { shopSlug: 'x', items: [{ sku: 'T', qty: 1 }], idempotencyKey: {} },
      'invalid_input',
    ],
    ['get_receipt', { receiptId: 'x'.repeat(65) }, 'not_found'],
    ['get_receipt', { receiptId: ['rcpt'] }, 'invalid_input'],
    ['search_shops', { query: 'tea' }, 'invalid_input'],
    ['get_catalogue', { shopSlug: 'x', maxPrice: 5 }, 'invalid_input'],
    ['quote_order', { shopSlug: 'x', items: [{ sku: 'T', qty: 1 }], tip: 1 }, 'invalid_input'],
    ['place_order', { shopSlug: 'x', items: [{ sku: 'T', qty: 1 }], key: 'k' }, 'invalid_input'],
    ['get_receipt', { receiptId: 'rcpt_1', id: 'rcpt_1' }, 'invalid_input'],
  ])('error: %s with %j', async (name, args, error) => {
    expect(await callTool(name, args)).toMatchObject({
      isError: true,
      structuredContent: { error, message: expect.any(String) },
    })
  })

  test('error: an unknown argument is named with those that the tool has', async () => {
    const { structuredContent } = await callTool('search_shops', { query: 'tea' })
    expect(structuredContent.message).toBe(
      'There is no argument query. Use only q, categories, keywords, offset, limit.',
    )
    const { tools } = (await call('tools/list')).result
    expect(tools.map(({ inputSchema }: { inputSchema: object }) => inputSchema)).toEqual(
      Array(5).fill(expect.objectContaining({ additionalProperties: false })),
    )
  })

  test('behavior: results have no embedded pictures', { tags: 'slow' }, async () => {
    const agent = await market.anAgent()
    const images = [`data:image/png;base64,${samples.png}`]
    const item = { sku: 'PIC', name: 'Picture', priceUsd: 1, stockQty: 10, images }
    const shop = await aListedShop(market.app, { items: [item] })
    const order = { shopSlug: shop.slug, items: [{ sku: 'PIC', qty: 1 }] }
    const client = await connect()
    const quoted = await client.callTool({ name: 'quote_order', arguments: order })
    const lineItems = [{ sku: 'PIC', priceUsd: 1 }, {}, {}]
    expect(quoted.structuredContent).toMatchObject({ quote: { lineItems } })
    const buying = { name: 'place_order', arguments: order }
    const demanded = await client.callTool(buying)
    const required = demanded.structuredContent as unknown as PaymentRequired
    const payment = { ...(await agent.client().createPaymentPayload(required)) }
    const paid = await client.callTool({ ...buying, _meta: { 'x402/payment': payment } })
    expect(paid.structuredContent).toMatchObject({ receipt: { lineItems } })
    expect(JSON.stringify([quoted, demanded, paid])).not.toContain('data:image')
    await client.close()
  })

  test('error: a malformed payment', async () => {
    const meta = { 'x402/payment': { x402Version: 2 } }
    const { structuredContent } = await callTool('place_order', market.order(), meta)
    expect(structuredContent).toMatchObject({ error: 'invalid_payment' })
  })

  test('error: an unknown version of the protocol', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const response = await post(message, { 'mcp-protocol-version': '1999-01-01' })
    expect(response.statusCode).toBe(400)
    expect(response.json().error.message).toContain('protocol version')
  })

  test('error: without a key, when the directory is private', async () => {
    const sibling = await market.app.sibling({ DIRECTORY_PUBLIC: 'false' })
    const payload = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const request = { method: 'POST', url: '/mcp', payload } as const
    expect((await sibling.inject(request)).statusCode).toBe(401)
    const { headers } = market.shop
    expect((await sibling.inject({ ...request, headers })).statusCode).toBe(200)
  })

  test('error: an order counts for stored kilobytes, and a search does not', async () => {
    const key = '198.51.100.8'
    const used = limits['stored-kilobytes'].max.network * 100
    await useCalls(market.app.ctx, { limit: 'stored-kilobytes', owner: 'network', key, used })
    expect(await callTool('search_shops', {}, undefined, key)).not.toHaveProperty('isError')
    const { structuredContent } = await callTool('place_order', market.order(), undefined, key)
    expect(structuredContent).toMatchObject({ error: 'rate_limited', limit: 'stored-kilobytes' })
  })

  test('error: a tool counts for the limit of the route that does the same', async () => {
    const key = '198.51.100.7'
    const used = limits.directory.max.network * 100
    await useCalls(market.app.ctx, { limit: 'directory', owner: 'network', key, used })
    const { structuredContent } = await callTool('search_shops', {}, undefined, key)
    expect(structuredContent).toMatchObject({ error: 'rate_limited', limit: 'directory' })
    expect(structuredContent.resetAt).toBeGreaterThan(Date.now())
  })
})

describe('get_receipt', () => {
  test('behavior: shows no private data', async () => {
    const response = await market.shop.post('/api/orders', {
      items: [{ sku: 'T', qty: 1 }],
      onrampEmail: 'ada@example.com',
      metadata: { note: 'private' },
      webhook_url: 'https://hooks.example.com/secret',
      transactionId: 'own-reference',
    })
    const { receiptId } = response.json().receipt
    const { structuredContent } = await callTool('get_receipt', { receiptId })
    expect(structuredContent.receipt).toMatchObject({ receiptId, totalUsd: 12.06 })
    expect(JSON.stringify(structuredContent)).not.toMatch(/ada@|private|hooks|own-reference|k=/)
  })

  test('error: an id that the merchant chose, because it can be guessed', async () => {
    const bill = { lineItems: [{ label: 'Lunch', priceUsd: 25 }], totalUsd: 25 }
    await market.shop.post('/api/receipts', { id: 'invoice-1', ...bill })
    const { structuredContent } = await callTool('get_receipt', { receiptId: 'invoice-1' })
    expect(structuredContent).toMatchObject({ error: 'not_found' })
  })
})
