import { describe, expect, test } from 'vitest'
import {
  type ApiResponse,
  createSender,
  errorOf,
  makeItem,
  makeReceipt,
  placeOrder,
  type Receipt,
  unique,
  useService,
} from '../helpers/client.js'

const service = useService()

describe('lists', () => {
  test('behavior: the receipts limit is 100 by default, at least 1 and at most 200', async () => {
    for (let round = 0; round < 7; round += 1) {
      await Promise.all(Array.from({ length: 30 }, () => makeReceipt(service.program)))
    }
    const count = async (query: string) => {
      const { body } = await service.program<{ receipts: Receipt[] }>(`GET /api/receipts${query}`)
      return body.receipts.length
    }
    expect(await count('')).toBe(100)
    expect(await count('?limit=1')).toBe(1)
    expect(await count('?limit=200')).toBe(200)
    expect(await count('?limit=201')).toBe(200)
    expect(await count('?limit=0')).toBe(1)
    expect(await count('?limit=-5')).toBe(1)
  })

  test('behavior: the directory limit is 20 by default and at most 50, the offset at least 0', async () => {
    const meta = async (query: string) =>
      (await service.anyone(`GET /api/directory/shops${query}`)).body['meta']
    expect(await meta('')).toMatchObject({ limit: 20, offset: 0 })
    expect(await meta('?limit=50')).toMatchObject({ limit: 50 })
    expect(await meta('?limit=51')).toMatchObject({ limit: 50 })
    expect(await meta('?limit=0&offset=-1')).toMatchObject({ limit: 1, offset: 0 })
  })

  test.each(['/api/receipts', '/api/directory/shops', '/api/inventory'])(
    'error: %s returns 400 invalid_input for a limit that is not a number',
    async (path) => {
      expect(errorOf(await service.program(`GET ${path}?limit=ten`))).toBe('400 invalid_input')
    },
  )
})

describe('orders', () => {
  const refuse = async (body: object) =>
    errorOf(await service.program('POST /api/orders', { body }))

  test('behavior: accepts quantities from 1 with at most three decimals', async () => {
    const { id } = await makeItem(service.program)
    const { status } = await service.program('POST /api/orders', {
      body: { items: [{ id, qty: 1.125 }] },
    })
    expect(status).toBe(200)
    for (const qty of [0, 0.999, -1, 1.0005, '1', null, undefined]) {
      expect(await refuse({ items: [{ id, qty }] })).toBe('400 invalid_input')
    }
  })

  test('behavior: accepts at most 200 items', async () => {
    const { id } = await makeItem(service.program)
    const items = (length: number) => Array.from({ length }, () => ({ id, qty: 1 }))
    const body = { items: items(200) }
    expect((await service.program('POST /api/orders', { body })).status).toBe(200)
    expect(await refuse({ items: items(201) })).toBe('400 invalid_input')
  })

  test('behavior: accepts a taxRate from 0 to 1 for orders and terminal receipts', async () => {
    expect((await placeOrder(service.program, { taxRate: 0 })).totalUsd).toBe(100.5)
    expect((await placeOrder(service.program, { taxRate: 1 })).totalUsd).toBe(201)
    const { id } = await makeItem(service.program)
    for (const taxRate of [-0.01, 1.01, '0.1']) {
      expect(await refuse({ items: [{ id, qty: 1 }], taxRate })).toBe('400 invalid_input')
      const body = { amountUsd: 5, taxRate }
      const terminal = await service.owner('POST /api/receipts/terminal', { body })
      expect(errorOf(terminal)).toBe('400 invalid_input')
    }
  })

  test('behavior: the base processing fee is 0.5%', async () => {
    const { lineItems } = await placeOrder(service.program)
    expect(lineItems.at(-1)).toEqual({ label: 'Processing Fee', priceUsd: 0.5 })
  })
})

describe('inventory', () => {
  test('behavior: stockQty is at least -1', async () => {
    expect(await makeItem(service.program, { stockQty: -1 })).toMatchObject({ stockQty: -1 })
    const body = { sku: unique('SKU'), name: 'Cup', priceUsd: 1, stockQty: -1.001 }
    const response = await service.program('POST /api/inventory', { body })
    expect(errorOf(response)).toBe('400 invalid_input')
  })
})

describe('native receipts', () => {
  test.each(['1e309', '1.001', '"1"', 'null', '0.001', '1e-3'])(
    'error: returns 400 invalid_input for the amount %s',
    async (amount) => {
      const body = `{"id":"${unique('receipt')}","lineItems":[{"label":"Tea","amount":${amount}}]}`
      const response = await service.program('POST /api/receipts', { body })
      expect(errorOf(response)).toBe('400 invalid_input')
    },
  )

  test('behavior: accepts the amounts 0.29, 1.1 and 1e2', async () => {
    const lineItems = [0.29, 1.1, 1e2].map((amount) => ({ label: 'Tea', amount }))
    const id = await makeReceipt(service.program, { lineItems })
    const { body } = await service.program<Receipt>(`GET /api/receipts/${id}`)
    expect(body['total']).toBe(101.39)
  })
})

describe('rate limits', () => {
  const budgetOf = ({ headers }: ApiResponse) => ({
    limit: Number(headers.get('x-ratelimit-limit')),
    remaining: Number(headers.get('x-ratelimit-remaining')),
    reset: Number(headers.get('x-ratelimit-reset')),
  })

  /** Returns a sender with a key of a new merchant, which has the starter plan. */
  async function newStarter() {
    const { send } = await service.newMerchant()
    const response = await send<{ apiKey: string }>('POST /api/keys', { body: { name: 'Till' } })
    return createSender(service.origin, { 'x-api-key': response.body.apiKey })
  }

  test('behavior: the X-RateLimit headers count the calls of a subscription', async () => {
    const send = await newStarter()
    const first = budgetOf(await send('GET /api/receipts'))
    const second = budgetOf(await send('GET /api/inventory'))
    expect(first).toMatchObject({ limit: 60, remaining: 59 })
    expect(second).toEqual({ ...first, remaining: 58 })
    const { body } = await send('GET /api/status/ping')
    expect(first.reset - Number(body['time'])).toBeGreaterThan(-1_000)
    expect(first.reset - Number(body['time'])).toBeLessThanOrEqual(60_000)
  })

  test('error: returns 429 rate_limited with resetAt equal to X-RateLimit-Reset', async () => {
    const send = await newStarter()
    const calls = Array.from({ length: 130 }, () => send('GET /api/status/ping'))
    const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200)
    const [response] = refused
    if (!response) throw new Error('None of 130 concurrent calls was refused.')
    expect(errorOf(response)).toBe('429 rate_limited')
    const { limit, remaining, reset } = budgetOf(response)
    expect({ limit, remaining }).toEqual({ limit: 60, remaining: 0 })
    const message = expect.any(String)
    expect(response.body).toEqual({
      error: 'rate_limited',
      message,
      limit: 'starter-calls',
      resetAt: reset,
    })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('behavior: merchants have separate limits', async () => {
    const [spender, other] = [await newStarter(), await newStarter()]
    await Promise.all(Array.from({ length: 61 }, () => spender('GET /api/status/ping')))
    expect((await other('GET /api/status/ping')).status).toBe(200)
  })
})

describe('requests', () => {
  test('error: returns 413 payload_too_large above 1 MiB', async () => {
    const body = { name: 'x'.repeat(1_048_577) }
    const response = await service.program('POST /api/inventory', { body })
    expect(errorOf(response)).toBe('413 payload_too_large')
  })
})
