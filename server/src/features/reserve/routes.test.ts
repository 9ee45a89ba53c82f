import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import { merchantSplitAbi } from '../../platform/chain/generated/merchant-split.js'
import type { TokenSymbol } from '../../platform/chain/tokens.js'
import { listChanges } from '../audit/routes.js'
import { sumLedgerDays } from '../ledger/keep-days.js'
import { findSplit } from '../split/find-split.js'
import { readReserve } from './read-reserve.js'
import { recordReserves } from './record-reserves.js'

const url = '/api/reserve/balances'
const signal = new AbortController().signal

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

type Balance = {
  currency: string
  reserved: number
  target?: number
  amounts: { reserved: string; releasable: string; deposits: string; wallet: string }
}

async function balancesOf(seller: Seller): Promise<Record<string, Balance>> {
  const response = await seller.get(url)
  expect(response.statusCode, response.body).toBe(200)
  const { balances } = response.json()
  return Object.fromEntries(balances.map((balance: Balance) => [balance.currency, balance]))
}

async function splitOf({ wallet }: Seller): Promise<Address> {
  const split = await findSplit(paying.app.ctx, wallet)
  if (!split) throw new Error('the seller has no split')
  return split.address
}

async function create(seller: Seller, id: string, totalUsd: number): Promise<Address> {
  const lineItems = [{ label: 'Tea', priceUsd: totalUsd }]
  await seller.post('/api/receipts', { id, lineItems, totalUsd })
  return paying.depositOf(seller.wallet, id)
}

const pay = (symbol: TokenSymbol | 'ETH', to: Address, units: bigint) =>
  paying.pay(symbol, { from: paying.buyer, to, units })

/** Lets the cached balances expire. */
const wait = () => paying.app.ctx.clock.advance(30_000)

describe('GET /api/reserve/balances', { timeout: 60_000 }, () => {
  test('default: equals the balances on chain to the unit, wherever the money is', async () => {
    const seller = await aSeller(paying.app, { deploy: false })
    const deposit = await create(seller, 'reserve-1', 3)
    const [split, wallet] = [await splitOf(seller), seller.wallet]
    expect((await balancesOf(seller))['USDC']).toMatchObject({ reserved: 0, releasable: 0 })

    // At the deposit address, in the wallet, and at the split, which is not deployed yet.
    await pay('USDC', deposit, 3_000_001n)
    await pay('USDC', split, 1_000_003n)
    await pay('USDT', wallet, 7n)
    await pay('ETH', wallet, 123_456_789_012_345_678n)
    await paying.watch()
    wait()
    const before = await balancesOf(seller)
    expect(before['USDC']?.amounts).toEqual({
      reserved: '3.995003',
      releasable: '0.995002',
      deposits: '3.000001',
      wallet: '0',
    })
    expect(before['USDT']?.amounts).toMatchObject({ reserved: '0.000007', wallet: '0.000007' })
    expect(before['ETH']?.amounts.wallet).toBe('0.123456789012345678')
    expect(await paying.balanceOf('USDC', deposit)).toBe(3_000_001n)

    // The relayer forwards the deposit, deploys the split and pays it out.
    await paying.settle()
    await pay('USDC', split, 2_000_001n)
    wait()
    const after = (await balancesOf(seller))['USDC']?.amounts
    const chain = paying.app.ctx.chain
    const releasable = await chain?.readContract({
      address: split,
      abi: merchantSplitAbi,
      functionName: 'releasable',
      args: [paying.tokenOf('USDC'), wallet],
    })
    const units = (decimal = '') => BigInt(Math.round(Number(decimal) * 1e6))
    expect(await paying.balanceOf('USDC', deposit)).toBe(0n)
    expect(releasable).toBeGreaterThan(0n)
    expect(units(after?.releasable)).toBe(releasable)
    expect(units(after?.deposits)).toBe(0n)
    expect(units(after?.wallet)).toBe(await paying.balanceOf('USDC', wallet))
    expect(units(after?.wallet)).toBeGreaterThan(0n)
    expect(units(after?.reserved)).toBe(units(after?.wallet) + units(after?.releasable))
  })

  test('behavior: makes one request to the node, at most every 30 seconds', async () => {
    const seller = await aSeller(paying.app)
    const { ctx } = paying.app
    let requests = 0
    const chain = ctx.chain as NonNullable<typeof ctx.chain>
    const counted = {
      ...ctx,
      chain: {
        ...chain,
        callMany: (calls: Parameters<typeof chain.callMany>[0]) => {
          requests += 1
          expect(calls.length).toBeLessThanOrEqual(200)
          return chain.callMany(calls)
        },
      },
    }
    await readReserve(counted, seller.wallet)
    expect(requests).toBe(1)

    const [first, second] = [await seller.get(url), await seller.get(url)]
    expect(second.json()).toEqual(first.json())
    expect(first.json().updatedAt).toBe(ctx.now())
    const readAt = ctx.now()
    ctx.clock.advance(29_999)
    expect((await seller.get(url)).json().updatedAt).toBe(readAt)
    ctx.clock.advance(1)
    expect((await seller.get(url)).json().updatedAt).toBe(ctx.now())
  })

  test('behavior: says when there are more deposits than it can read', async () => {
    const seller = await aSeller(paying.app)
    await paying.app.ctx.db.query(
      `insert into payments (chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, deposit_address,
         payout_address, block_number, block_hash, paid_at, state, created_at)
       select 84532, $1 || n, 0, $1, 'r', 'deposit', $2, 1, '0x' || lpad(n::text, 40, '0'), '', 1, '', 0, 'seen', 0
       from generate_series(1, 101) as n`,
      [seller.wallet, paying.tokenOf('USDC')],
    )
    expect((await seller.get(url)).json()).toMatchObject({ partial: true })
  })

  test('error: fails without a chain, for a merchant that was never read', {
    tags: 'slow',
  }, async () => {
    const { inject } = await paying.app.sibling({ CHAIN_RPC_URL: 'http://127.0.0.1:9' })
    const seller = await aSeller(paying.app)
    const response = await inject({ url, headers: seller.headers })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'failed', reason: 'chain_unavailable' })
    expect(response.headers['retry-after']).toBe('5')
  })

  test('error: refuses too many calls', { tags: 'slow' }, async () => {
    const seller = await aSeller(paying.app)
    const used = {
      limit: 'reserve-reads',
      owner: 'merchant',
      key: seller.wallet,
      used: 60,
    } as const
    await useCalls(paying.app.ctx, used)
    expect((await seller.get(url)).json()).toMatchObject({ error: 'rate_limited' })
  })
})

describe('GET /api/reserve/recommend', { timeout: 60_000 }, () => {
  test('default: takes targets from the ledger, and in the balances', async () => {
    const components = [{ code: 'state', name: 'State', rate: 0.1 }]
    const seller = await aSeller(paying.app, {
      items: [{ sku: 'TEA', name: 'Tea', priceUsd: 100, taxable: true }],
      config: { tax: { overrides: [{ code: 'US-XX', components }] } },
    })
    const order = { items: [{ sku: 'TEA', qty: 1 }], jurisdictionCode: 'US-XX' }
    const { receiptId, totalUsd } = (await seller.post('/api/orders', order)).json().receipt
    await pay('USDC', await paying.depositOf(seller.wallet, receiptId), BigInt(totalUsd * 1e6))
    await paying.settle()
    const response = await seller.get('/api/reserve/recommend')
    expect(response.statusCode, response.body).toBe(200)
    const { recommendations, windowDays, updatedAt } = response.json()
    expect([windowDays, updatedAt]).toEqual([30, paying.app.ctx.now()])
    // Tax of 10, and a thirtieth of 110.55.
    expect(recommendations[0]).toEqual({
      currency: 'USDC',
      target: 13.685,
      basis: 'tax_liability',
      targetAmount: '13.685',
      parts: [
        { basis: 'avg_daily_volume', target: 3.685 },
        { basis: 'tax_liability', component: 'state', target: 10 },
      ],
    })
    expect(recommendations[1]).toMatchObject({ currency: 'USDT', target: 0, basis: 'default' })
    expect((await balancesOf(seller))['USDC']?.target).toBe(13.685)

    const shorter = await seller.get('/api/reserve/recommend?windowDays=1')
    expect(shorter.json()).toMatchObject({
      windowDays: 1,
      recommendations: [{ target: 120.55, basis: 'avg_daily_volume' }, {}, {}, {}],
    })
  })

  test('error: refuses windows of other than 1 to 365 days', async () => {
    const seller = await aSeller(paying.app)
    for (const days of ['0', '366', 'x', '1.5', '-1']) {
      const response = await seller.get(`/api/reserve/recommend?windowDays=${days}`)
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    }
  })
})

describe('POST /api/reserve/recommend', () => {
  const path = '/api/reserve/recommend'

  test('default: stores the settings, and the jurisdiction in the shop', async () => {
    const seller = await aSeller(paying.app)
    const taxConfig = { jurisdictions: ['US-CA'], provider: 'manual', later: { level: [1] } }
    const body = { taxConfig, defaultJurisdictionCode: 'us-ca', note: 'kept' }
    const response = await seller.act(path, body)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({ ok: true })
    expect((await seller.get(path)).json().settings).toEqual({ taxConfig, note: 'kept' })
    const { config } = (await seller.get('/api/shop/config')).json()
    expect(config.tax.defaultJurisdictionCode).toBe('US-CA')

    await seller.act(path, body)
    const page = { merchant: seller.wallet, action: null, below: 1_000, limit: 10 }
    const { entries } = await listChanges(paying.app.ctx, page)
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
      'reserve.updated',
      'shop.updated',
    ])
    expect(entries[0]).toMatchObject({ before: null, after: { taxConfig, note: 'kept' } })
  })

  test('behavior: keeps the settings when only the jurisdiction changes', async () => {
    const seller = await aSeller(paying.app)
    await seller.act(path, { taxConfig: { provider: 'manual' } })
    await seller.act(path, { defaultJurisdictionCode: null })
    expect((await seller.get(path)).json().settings).toEqual({ taxConfig: { provider: 'manual' } })
  })

  test('error: refuses other values than objects, an unknown jurisdiction and large settings', async () => {
    const seller = await aSeller(paying.app)
    const headers = { ...seller.owner.headers, 'content-type': 'application/json' }
    for (const body of [
      [],
      'text',
      7,
      null,
      { defaultJurisdictionCode: 'Atlantis', note: 'lost' },
      { note: 'x'.repeat(16_384) },
      { taxConfig: 'US-CA' },
      { taxConfig: [] },
      { taxConfig: { jurisdictions: 'US-CA' } },
      { taxConfig: { jurisdictions: [1] } },
      { taxConfig: { provider: {} } },
    ]) {
      const payload = JSON.stringify(body)
      const response = await paying.app.inject({ method: 'POST', url: path, headers, payload })
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    }
    expect((await seller.get(path)).json().settings).toBeUndefined()
  })

  test('error: refuses keys and cashiers', async () => {
    const seller = await aSeller(paying.app)
    expect((await seller.post(path, { taxConfig: {} })).statusCode).toBe(403)
    const { headers } = await aMember(paying.app, { merchant: seller.wallet, role: 'cashier' })
    const payload = { taxConfig: {}, wallet: seller.wallet }
    const refused = await paying.app.inject({ method: 'POST', url: path, headers, payload })
    expect(refused.statusCode).toBe(403)
  })
})

describe('GET /api/reserve/history', { timeout: 60_000 }, () => {
  const path = '/api/reserve/history'

  test('default: one entry per day and currency, by reads and by the job', async () => {
    const seller = await aSeller(paying.app)
    const { ctx } = paying.app
    await pay('USDC', seller.wallet, 5_000_000n)
    await seller.get(url)
    await pay('USDC', seller.wallet, 1_000_000n)
    wait()
    await seller.get(url)
    const readAt = ctx.now() - 30_000
    const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const usdcOf = async (days = 30) =>
      (await seller.get(`${path}?days=${days}`))
        .json()
        .history.filter(({ currency }: Balance) => currency === 'USDC')
    const first = {
      date: dateOf(readAt),
      currency: 'USDC',
      reserved: 5,
      target: 0,
      reservedAmount: '5',
      updatedAt: readAt,
    }
    expect(await usdcOf()).toEqual([first])

    // A manual sale makes the merchant active, so that the job records the next day.
    await create(seller, 'history-1', 3)
    await seller.act('/api/receipts/status', { receiptId: 'history-1', status: 'paid' })
    await sumLedgerDays.run(ctx, signal)
    ctx.clock.advance(DAY_MS)
    expect(Number((await recordReserves.run(ctx, signal))['recorded'])).toBeGreaterThan(0)
    expect(await usdcOf()).toMatchObject([first, { date: dateOf(ctx.now()), reserved: 6 }])
    expect(await usdcOf(1)).toHaveLength(1)
    expect(await recordReserves.run(ctx, signal)).toMatchObject({ recorded: 0 })

    ctx.clock.advance(399 * DAY_MS)
    expect(Number((await recordReserves.run(ctx, signal))['deleted'])).toBeGreaterThan(0)
    expect(await usdcOf(400)).toHaveLength(1)
  })

  test('behavior: any key may read', async () => {
    const { apiKey } = await aDeveloper(paying.app.ctx, { scopes: [] })
    for (const readable of [path, url, '/api/reserve/recommend']) {
      const response = await paying.app.inject({ url: readable, headers: { 'x-api-key': apiKey } })
      expect(response.statusCode, response.body).toBe(200)
    }
  })

  test('error: refuses other than 1 to 400 days', async () => {
    const seller = await aSeller(paying.app)
    for (const days of ['0', '401']) {
      expect((await seller.get(`${path}?days=${days}`)).statusCode).toBe(400)
    }
  })
})
