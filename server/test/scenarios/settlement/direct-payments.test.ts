// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import type { Address, Hash } from '../../../src/lib/hex.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
let buyer: Address
beforeAll(async () => {
  paying = await startPaying()
  buyer = paying.buyer
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.watch()
})

/** A merchant with a deployed split and a receipt of five dollars. */
async function aShop(): Promise<{ seller: Seller; split: Address; deposit: Address }> {
  const seller = await aSeller(paying.app, {})
  await paying.settle(4)
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  await seller.post('/api/receipts', { id: 'r-1', totalUsd: 5, lineItems })
  const merchant = seller.wallet
  const { payoutAddress: split } = await getReceipt(paying.app.ctx, { merchant, id: 'r-1' })
  return { seller, split, deposit: await paying.depositOf(merchant, 'r-1') }
}

/** Calls `distribute(token)` of a split as a third party. */
async function distribute(split: Address, token: Address): Promise<void> {
  await paying.send(buyer, split, `0x63453ae1${token.slice(2).padStart(64, '0')}`)
}

/** Returns the balances of a merchant in units, debits positive, without zeros. */
async function balances({ wallet }: Seller): Promise<Record<string, bigint>> {
  const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, wallet)
  expect(isBalanced).toBe(true)
  const sums = accounts.map((sum) => [sum.account, sum.debitUnits - sum.creditUnits] as const)
  return Object.fromEntries(sums.filter(([, units]) => units !== 0n))
}

describe('money sent directly to a split', () => {
  test.each(['USDC', 'EURC'] as const)('default: %s is credit, and is paid out', async (symbol) => {
    const { seller, split } = await aShop()
    await paying.pay(symbol, { from: buyer, to: split, units: 1_000_000n })
    await paying.watch()
    expect(await balances(seller)).toMatchObject({
      custody: 1_000_000n,
      customer_credit: -1_000_000n,
      [`due:${seller.wallet}`]: -995_000n,
    })
    const { rows } = await paying.app.ctx.db.query(
      'select payer, units, state, usd_micros from direct_payments where split = $1',
      [split],
    )
    const usd = symbol === 'USDC' ? '1000000' : expect.stringMatching(/^1\d{6}$/)
    expect(rows).toEqual([{ payer: buyer, units: '1000000', state: 'confirmed', usd_micros: usd }])

    await distribute(split, paying.tokenOf(symbol))
    await paying.watch()
    expect(await balances(seller)).toEqual({ proceeds: 1_000_000n, customer_credit: -1_000_000n })
    const report = (await seller.get('/api/reports/settlement')).json()
    expect(report.receivedNotSold.rows).toMatchObject([
      { receiptId: null, token: symbol, amount: '1', transactionHash: expect.any(String) },
    ])
  })

  test('behavior: a payment through the gateway under an unknown key is credit', async () => {
    const { seller, split } = await aShop()
    const receiptKey = `0x${'9'.repeat(64)}` as Hash
    const token = paying.tokenOf('USDC')
    const units = 2_000_000n
    await paying.payByGateway({ from: buyer, receiptKey, payoutAddress: split, token, units })
    await paying.watch()
    expect(await balances(seller)).toMatchObject({ custody: units, customer_credit: -units })
  })

  test('behavior: native tokens are credit once the split has paid them out', async () => {
    const { seller, split } = await aShop()
    await paying.pay('ETH', { from: buyer, to: split, units: 1_000_000n })
    await paying.watch()
    expect(await balances(seller)).toEqual({})
    await distribute(split, nativeToken)
    await paying.watch()
    expect(await balances(seller)).toEqual({ proceeds: 1_000_000n, customer_credit: -1_000_000n })
  })

  test('behavior: a payment of a receipt is counted once', async () => {
    const { seller, split, deposit } = await aShop()
    await paying.pay('USDC', { from: buyer, to: deposit, units: 5_000_000n })
    await paying.settle()
    expect(await balances(seller)).toMatchObject({ proceeds: 5_000_000n, sales: -5_000_000n })
    expect((await balances(seller))['customer_credit']).toBeUndefined()
    const { rows } = await paying.app.ctx.db.query('select from direct_payments where split = $1', [
      split,
    ])
    expect(rows).toEqual([])
  })

  test('behavior: a reorg reverses it', async () => {
    const { seller, split } = await aShop()
    await paying.pay('USDC', { from: buyer, to: split, units: 1_000_000n })
    await distribute(split, paying.tokenOf('USDC'))
    await paying.watch()
    expect(await balances(seller)).toMatchObject({ customer_credit: -1_000_000n })
    await paying.chain.call('anvil_reorg', 2, [])
    await paying.watch()
    expect(await balances(seller)).toEqual({})
  })

  test('behavior: resetting the sandbox deletes it', async () => {
    const { seller, split } = await aShop()
    await paying.pay('USDC', { from: buyer, to: split, units: 1_000_000n })
    await paying.watch()
    const response = await seller.post('/api/sandbox/reset', {})
    expect(response.statusCode, response.body).toBe(200)
    await paying.watch()
    expect(await balances(seller)).toEqual({})
  })
})
