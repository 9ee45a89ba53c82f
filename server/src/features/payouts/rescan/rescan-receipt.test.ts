import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { type Address, checksumAddress, knownAddress } from '../../../lib/hex.js'
import { testUsdcCode } from '../../../platform/chain/generated/test-contracts.js'
import { overlap } from '../../payments/index/index-chain.js'
import { rescanReceipt } from './rescan-receipt.js'

const dueUnits = 5_000_000n
const unknown = knownAddress(`0x${'fa'.repeat(20)}`)

let paying: Paying
let seller: Seller
let counter = 0
let id = ''
let to: Address
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, {})
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  counter += 1
  id = `rescan-${counter}`
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })
  await paying.app.ctx.db.query('update deposits set watched_until = 1 where receipt_id = $1', [id])
  to = await paying.depositOf(seller.wallet, id)
})

/** Pays, and indexes more blocks than the indexer reads again. */
async function payUnseen(units: bigint): Promise<void> {
  await paying.pay('USDC', { from: paying.buyer, to, units })
  await paying.mine(Number(overlap) + 1)
  await paying.watch()
}

const rescan = async (body: object = {}, by = seller) => {
  const response = await by.act(`/api/receipts/${id}/rescan`, body)
  return { statusCode: response.statusCode, ...response.json() }
}

const statusOf = async () => (await seller.get(`/api/receipts/${id}`)).json().status

async function countFlushes(): Promise<number> {
  const { rows } = await paying.app.ctx.db.query(
    'select 1 from outgoing_transactions where starts_with(key, $1)',
    [`rescan:${to}`],
  )
  return rows.length
}

describe('POST /api/receipts/{id}/rescan', () => {
  test('default: flushes money that no payment explains, which then counts', async () => {
    await payUnseen(dueUnits)
    const usdc = {
      depositAddress: checksumAddress(to),
      token: checksumAddress(paying.tokenOf('USDC')),
      symbol: 'USDC',
      units: String(dueUnits),
      amount: '5',
      flushed: true,
    }
    const expectedBody = { ok: true, depositAddress: checksumAddress(to), balances: [usdc] }
    expect(await rescan()).toEqual({ statusCode: 200, ...expectedBody })
    expect(await rescan()).toEqual({ statusCode: 200, ...expectedBody })
    expect(await countFlushes()).toBe(1)
    await paying.settle()
    expect(await statusOf()).toBe('completed')
    expect(await rescan()).toMatchObject({ balances: [] })
    expect(await countFlushes()).toBe(1)
  })

  test('behavior: needs no body', async () => {
    const response = await paying.app.inject({
      method: 'POST',
      url: `/api/receipts/${id}/rescan`,
      headers: seller.owner.headers,
    })
    expect(response.json()).toMatchObject({ ok: true, balances: [] })
  })

  test('behavior: finds native tokens, and watches the address again', async () => {
    const { options } = (
      await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
    ).json().payment
    const { amountUnits } = options.find((option: { symbol: string }) => option.symbol === 'ETH')
    await paying.app.ctx.db.query(
      'update deposits set native_until = 0, watched_until = 1 where receipt_id = $1',
      [id],
    )
    await paying.pay('ETH', { from: paying.buyer, to, units: BigInt(amountUnits) })
    await paying.watch()
    expect(await rescan()).toMatchObject({
      balances: [{ token: null, symbol: 'ETH', flushed: true }],
    })
    await paying.settle()
    expect(await statusOf()).toBe('completed')
    const { rows } = await paying.app.ctx.db.query<{ watched_until: string }>(
      'select watched_until from deposits where receipt_id = $1',
      [id],
    )
    expect(Number(rows[0]?.watched_until)).toBeGreaterThan(paying.app.ctx.now())
  })

  test('behavior: leaves less than a cent, and money that a payment explains', async () => {
    await payUnseen(9_999n)
    expect(await rescan()).toMatchObject({ balances: [{ units: '9999', flushed: false }] })
    await paying.pay('USDC', { from: paying.buyer, to, units: 1_000_000n })
    await paying.watch()
    expect(await rescan()).toMatchObject({ balances: [{ units: '1009999', flushed: false }] })
    expect(await countFlushes()).toBe(0)
  })

  test('behavior: shows other tokens, and never flushes them', async () => {
    await paying.chain.call('anvil_setCode', unknown, testUsdcCode)
    const mint = encodeFunctionData({
      abi: parseAbi(['function mint(address to, uint256 units)']),
      args: [to, 7n],
    })
    await paying.send(paying.buyer, unknown, mint)
    expect(await rescan({ tokens: [unknown, aWallet()] })).toMatchObject({
      balances: [
        {
          token: checksumAddress(unknown),
          symbol: null,
          units: '7',
          amount: null,
          flushed: false,
        },
      ],
    })
  })

  test('error: a spent gas budget returns 429 with resetAt', async () => {
    await payUnseen(dueUnits)
    const { ctx } = paying.app
    const spent = { ...ctx, config: { ...ctx.config, relayerDailyGas: 1n } }
    await expect(
      rescanReceipt(spent, { merchant: seller.wallet, id, tokens: [] }),
    ).rejects.toMatchObject({
      code: 'rate_limited',
      fields: { resetAt: expect.any(Number) },
    })
    expect(await countFlushes()).toBe(0)
  })

  test('error: without a chain', async () => {
    const input = { merchant: seller.wallet, id, tokens: [] }
    const { ctx } = paying.app
    const getTokenBalances = () => Promise.reject(new Error('silent'))
    const silent = { ...ctx.chain, getTokenBalances } as unknown as typeof ctx.chain
    for (const chain of [null, silent]) {
      await expect(rescanReceipt({ ...ctx, chain }, input)).rejects.toMatchObject({
        code: 'chain_unavailable',
      })
    }
  })

  test.each([
    ['text', 'USDC'],
    ['a word', ['USDC']],
    ['more than twenty', Array.from({ length: 21 }, () => aWallet())],
  ])('error: tokens are %s', async (_, tokens) => {
    expect(await rescan({ tokens })).toMatchObject({ statusCode: 400, error: 'invalid_input' })
  })

  test('error: another merchant, a viewer and a developer key', async () => {
    const other = await aSeller(paying.app, {})
    expect(await rescan({}, other)).toMatchObject({ statusCode: 404 })
    const viewer = await aMember(paying.app, { merchant: seller.wallet, role: 'viewer' })
    const url = `/api/receipts/${id}/rescan?wallet=${seller.wallet}`
    const byViewer = await paying.app.inject({
      method: 'POST',
      url,
      headers: viewer.headers,
      payload: {},
    })
    expect(byViewer.statusCode).toBe(403)
    expect((await seller.post(`/api/receipts/${id}/rescan`, {})).statusCode).toBe(403)
  })

  test('error: more than thirty calls per minute', async () => {
    const other = await aSeller(paying.app, {})
    let limited = 0
    for (let call = 0; call < 32; call += 1) {
      const response = await other.act('/api/receipts/none/rescan', {})
      if (response.statusCode === 429) limited += 1
      if (response.statusCode === 429) expect(response.json()).toHaveProperty('resetAt')
    }
    expect(limited).toBe(2)
  })
})
