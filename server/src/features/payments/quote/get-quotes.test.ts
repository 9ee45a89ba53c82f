import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { micros, ppm } from '../../../lib/money.js'
import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { findToken } from '../../../platform/chain/tokens.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { ShopConfigChange } from '../../shop/schemas.js'
import { getQuotes } from './get-quotes.js'

const chainId = 84_532
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { FIXED_RATES: 'EUR=1.08,ETH=3000' } })
})
afterAll(() => app.close())

const euros = { currency: 'EUR', lineItems: [{ label: 'Tea', amount: 10 }], total: 10 }
const dollars = { lineItems: [{ label: 'Tea', priceUsd: 12 }], totalUsd: 12 }

async function aReceipt(body: object = dollars, config?: ShopConfigChange): Promise<Receipt> {
  const seller = await aSeller(app, config ? { config } : {})
  const response = await seller.post('/api/receipts', { id: 'r-1', ...body })
  expect(response.statusCode, response.body).toBe(201)
  return getReceipt(app.ctx, { merchant: seller.wallet, id: 'r-1' })
}

const quote = (receipt: Receipt, dueMicros = 12_000_000n) =>
  getQuotes(app.ctx, { receipt, dueMicros: micros(dueMicros) })
const nativeUnitsOf = async (receipt: Receipt, dueMicros?: bigint) =>
  (await quote(receipt, dueMicros)).find(({ symbol }) => symbol === 'ETH')

async function rowsOf({ merchant }: Receipt) {
  const { rows } = await app.ctx.db.query<{ units: string; rate: string; expires_at: string }>(
    `select units, usd_per_unit_ppm as rate, expires_at from quotes where merchant = $1
     order by quoted_at`,
    [merchant],
  )
  return rows
}

async function watchOf(receipt: Receipt) {
  const { address } = depositOf({ chainId }, receipt)
  const { rows } = await app.ctx.db.query<{ native_until: string; watched_until: string }>(
    'select native_until, watched_until from deposits where chain_id = $1 and address = $2',
    [chainId, address],
  )
  return rows[0] && { native: Number(rows[0].native_until), logs: Number(rows[0].watched_until) }
}

describe('getQuotes', () => {
  test('default', async () => {
    const exact = { decimals: 6, units: 12_000_000n, expiresAt: null }
    expect(await quote(await aReceipt())).toEqual([
      { symbol: 'USDC', token: findToken(chainId, 'USDC')?.address, ...exact },
      { symbol: 'USDT', token: findToken(chainId, 'USDT')?.address, ...exact },
      {
        symbol: 'ETH',
        token: null,
        decimals: 18,
        units: 4_000_000_000_000_000n,
        expiresAt: app.ctx.now() + 15 * MINUTE_MS,
      },
    ])
  })

  test('behavior: is exact in euros for a bill in euros', async () => {
    const options = await quote(await aReceipt(euros), 10_800_000n)
    expect(options.map(({ symbol }) => symbol)).toEqual(['USDC', 'USDT', 'EURC', 'ETH'])
    expect(options[2]).toMatchObject({ units: 10_000_000n, expiresAt: null })
  })

  test('behavior: offers only accepted assets', async () => {
    const payments = { acceptedTokens: ['USDC', 'EURC'] }
    const receipt = await aReceipt(dollars, { payments })
    expect(await quote(receipt)).toMatchObject([{ symbol: 'USDC' }])
    expect(await rowsOf(receipt)).toEqual([])
    expect(await watchOf(receipt)).toMatchObject({ native: 0 })
  })

  test('behavior: returns no options when nothing is due', async () => {
    const receipt = await aReceipt()
    expect(await quote(receipt, 0n)).toEqual([])
    expect(await rowsOf(receipt)).toEqual([])
  })

  test('behavior: rounds native tokens up', async () => {
    // 10 / 3000 has no finite decimal.
    expect(await nativeUnitsOf(await aReceipt(), 10_000_000n)).toMatchObject({
      units: 3_333_333_333_333_334n,
    })
  })

  test('behavior: keeps a quote with at least a minute left', async () => {
    const receipt = await aReceipt()
    const first = await nativeUnitsOf(receipt)
    app.ctx.clock.advance(14 * MINUTE_MS)
    expect(await nativeUnitsOf(receipt)).toEqual(first)
    app.ctx.clock.advance(1)
    expect(await nativeUnitsOf(receipt)).toMatchObject({
      expiresAt: app.ctx.now() + 15 * MINUTE_MS,
    })
    expect(await rowsOf(receipt)).toHaveLength(2)
  })

  test('behavior: makes a new quote when the amount due changes', async () => {
    const receipt = await aReceipt()
    await quote(receipt)
    app.ctx.clock.advance(1_000)
    expect(await nativeUnitsOf(receipt, 6_000_000n)).toMatchObject({
      units: 2_000_000_000_000_000n,
    })
    expect(await rowsOf(receipt)).toMatchObject([
      { units: '4000000000000000', rate: '3000000000' },
      { units: '2000000000000000', rate: '3000000000' },
    ])
  })

  test('behavior: concurrent requests return the same stored quote', async () => {
    const receipt = await aReceipt()
    const pricier = { ...app.ctx.config, fixedRates: { ETH: ppm(4_000_000_000n) } }
    const [first, second] = await Promise.all([
      nativeUnitsOf(receipt),
      getQuotes({ ...app.ctx, config: pricier }, { receipt, dueMicros: micros(12_000_000n) }),
    ])
    const [row, ...more] = await rowsOf(receipt)
    expect(more).toEqual([])
    expect(second.at(-1)).toEqual(first)
    expect(first?.units).toBe(BigInt(row?.units ?? 0))
  })

  test('behavior: extends the balance watch by a day', async () => {
    const receipt = await aReceipt()
    const createdAt = app.ctx.now()
    await quote(receipt)
    const native = createdAt + 15 * MINUTE_MS + DAY_MS
    expect(await watchOf(receipt)).toEqual({ native, logs: createdAt + 90 * DAY_MS })

    app.ctx.clock.advance(DAY_MS)
    await quote(receipt)
    expect(await watchOf(receipt)).toEqual({
      native: native + DAY_MS,
      logs: createdAt + 91 * DAY_MS,
    })
  })

  test('behavior: stores a missing deposit address', async () => {
    const receipt = await aReceipt()
    await app.ctx.db.query('delete from deposits where merchant = $1', [receipt.merchant])
    await quote(receipt)
    expect(await watchOf(receipt)).toMatchObject({
      native: app.ctx.now() + 15 * MINUTE_MS + DAY_MS,
    })
  })

  test('behavior: omits native tokens without a rate', async () => {
    const receipt = await aReceipt()
    const ctx = { ...app.ctx, config: { ...app.ctx.config, fixedRates: {} } }
    const options = await getQuotes(ctx, { receipt, dueMicros: micros(1n) })
    expect(options.map(({ symbol }) => symbol)).toEqual(['USDC', 'USDT'])
  })
})
