// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { type Address, knownAddress } from '../../../src/lib/hex.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** Creates a split between the seller and others. The rest is the platform's share. */
async function splitOf(
  seller: Seller,
  { own, others }: { own: number; others: number[] },
): Promise<Address> {
  const recipients = [
    { address: seller.wallet, sharesBps: own },
    ...others.map((sharesBps) => ({ address: aWallet(), sharesBps })),
  ]
  const response = await seller.act('/api/split/deploy', { recipients })
  expect(response.statusCode, response.body).toBe(200)
  return paying.addressOf(response.json().split.address)
}

async function aReceipt(seller: Seller, id: string): Promise<Address> {
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  expect((await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })).statusCode).toBe(201)
  return paying.depositOf(seller.wallet, id)
}

const statusOf = async (seller: Seller, id: string) =>
  (await seller.get(`/api/receipts/${id}`)).json().status

async function requireBalanced(seller: Seller): Promise<void> {
  expect((await getTrialBalance(paying.app.ctx, seller.wallet)).isBalanced).toBe(true)
}

describe('units that a split rounds', () => {
  test('behavior: a few units of a third party do not keep a receipt from being paid', async () => {
    const seller = await aSeller(paying.app, { hasSplit: false })
    const split = await splitOf(seller, { own: 4_975, others: [4_975] })
    const to = await aReceipt(seller, 'r-1')
    await paying.pay('USDC', { from: thirdParty, to: split, units: 399n })
    await paying.watch()
    await paying.pay('USDC', { from: thirdParty, to, units: 1n })
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.settle()
    expect(await statusOf(seller, 'r-1')).toBe('completed')
    await requireBalanced(seller)
  })

  test('behavior: units sent to a split of many do not stop the money of others', async () => {
    const honest = await aSeller(paying.app)
    const hostile = await aSeller(paying.app, { hasSplit: false })
    const others = [668, ...Array.from({ length: 13 }, () => 663)]
    const split = await splitOf(hostile, { own: 663, others })
    for (const units of [15n, 1n]) {
      await paying.pay('USDC', { from: thirdParty, to: split, units })
      await paying.watch()
    }
    const to = await aReceipt(honest, 'r-2')
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.settle()
    expect(await statusOf(honest, 'r-2')).toBe('completed')
    await requireBalanced(hostile)
  })

  test('behavior: money that cannot be booked raises an alert and does not stop others', async () => {
    const { ctx } = paying.app
    const honest = await aSeller(paying.app)
    const brokenSeller = await aSeller(paying.app, { hasSplit: false })
    const split = await splitOf(brokenSeller, { own: 5_000, others: [4_950] })
    // A damaged record.
    await ctx.db.query(
      `update splits set recipients = jsonb_set(recipients, '{0,sharesBps}', '"x"') where merchant = $1`,
      [brokenSeller.wallet],
    )
    await paying.pay('USDC', { from: thirdParty, to: split, units: 1_000_000n })
    const to = await aReceipt(honest, 'r-3')
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.settle()
    expect(await statusOf(honest, 'r-3')).toBe('completed')
    expect(ctx.alerts.list()).toMatchObject([{ name: 'booking_failing' }])
  })
})
