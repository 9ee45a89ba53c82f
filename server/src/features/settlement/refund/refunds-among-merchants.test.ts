import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { confirmRefunds } from './confirm-refunds.js'

/** A wallet with its own tokens. */
const staff = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** A shop with a paid order, and the wallet that sends its refunds if it has one. */
async function aPaidShop(admin?: Address): Promise<{ seller: Seller; id: string }> {
  const seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 10 }] })
  if (admin) {
    await paying.app.ctx.db.query(
      `insert into members (merchant, wallet, role, created_at, joined_at)
       values ($1, $2, 'admin', 0, 0)`,
      [seller.wallet, admin],
    )
  }
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  await paying.pay('USDC', { from: paying.buyer, to, units: 10_050_000n })
  await paying.settle()
  paying.app.ctx.clock.advance(1)
  return { seller, id: receipt.receiptId }
}

type Shop = Awaited<ReturnType<typeof aPaidShop>>

/** Records a refund of three dollars, and advances the clock. */
async function record({ seller, id }: Shop, refund: { txHash: string; buyer: Address }) {
  const body = { receiptId: id, usd: 3, ...refund }
  expect((await seller.act('/api/receipts/refund', body)).statusCode).toBe(200)
  paying.app.ctx.clock.advance(1_000)
}

async function isConfirmed({ seller, id }: Shop): Promise<boolean> {
  const { refunds } = (await seller.get(`/api/receipts/${id}`)).json()
  return refunds[0].confirmed
}

const look = () => confirmRefunds(paying.app.ctx, paying.app.ctx.chain as Chain)

describe('refunds of several merchants with one transaction', () => {
  test('default: confirms the refund of the merchant whose staff sent it, not an older one of another', async () => {
    const [victim, other, buyer] = [await aPaidShop(staff), await aPaidShop(), aWallet()]
    const txHash = await paying.pay('USDC', { from: staff, to: buyer, units: 3_000_000n })
    await record(other, { txHash, buyer })
    await record(victim, { txHash, buyer })
    await look()
    expect(await isConfirmed(victim)).toBe(true)
    expect(await isConfirmed(other)).toBe(false)
  })

  test('behavior: a transfer from the wallet of an exchange counts for each merchant that names it', async () => {
    const [first, second, buyer] = [await aPaidShop(), await aPaidShop(), aWallet()]
    const txHash = await paying.pay('USDC', { from: paying.buyer, to: buyer, units: 3_000_000n })
    await record(first, { txHash, buyer })
    await record(second, { txHash, buyer })
    await look()
    expect(await isConfirmed(first)).toBe(true)
    expect(await isConfirmed(second)).toBe(true)
  })

  test('behavior: a former admin who works for another merchant does not confirm a refund', async () => {
    const [former, buyer] = [await aPaidShop(), aWallet()]
    await aPaidShop(staff)
    const txHash = await paying.pay('USDC', { from: staff, to: buyer, units: 3_000_000n })
    await record(former, { txHash, buyer })
    await look()
    expect(await isConfirmed(former)).toBe(false)
  })
})
