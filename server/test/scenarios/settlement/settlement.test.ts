import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import { expireReceipts } from '../../../src/features/receipts/status/expire-receipts.js'
import { type Address, checksumAddress, type Hash, knownAddress } from '../../../src/lib/hex.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { testUsdcCode } from '../../../src/platform/chain/generated/test-contracts.js'
import { findCursor } from '../../../src/platform/chain/head/cursor-store.js'
import type { TokenSymbol } from '../../../src/platform/chain/tokens.js'
import { sandboxPlatformWallet } from '../../../src/platform/config/sandbox-secrets.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const chainId = 84_532
const platform = knownAddress(sandboxPlatformWallet)
/** A wallet with its own tokens. */
const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
/** 100 dollars plus the fee of half a percent. */
const dueUnits = 100_500_000n

let paying: Paying
let seller: Seller
let buyer: Address
beforeAll(async () => {
  paying = await startPaying()
  buyer = paying.buyer
  const items = [{ sku: 'A', name: 'A', priceUsd: 100, stockQty: 500 }]
  seller = await aSeller(paying.app, { items })
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.watch()
})

async function order(body: object = {}): Promise<{ id: string; to: Address }> {
  const response = await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }], ...body })
  const id = response.json().receipt.receiptId
  return { id, to: await paying.depositOf(seller.wallet, id) }
}

/** A receipt of 5 dollars of a shop that accepts only USDC. */
async function aUsdcReceipt(id: string): Promise<{ by: Seller; id: string; to: Address }> {
  const payments = { acceptedTokens: ['USDC'], defaultPaymentToken: 'USDC' }
  const by = await aSeller(paying.app, { config: { payments } })
  await by.post('/api/receipts', { id, totalUsd: 5, lineItems: [{ label: 'A', priceUsd: 5 }] })
  return { by, id, to: await paying.depositOf(by.wallet, id) }
}

async function expire(id: string): Promise<void> {
  const { ctx } = paying.app
  await ctx.db.query('update receipts set expires_at = $2 where id = $1', [id, ctx.now()])
  await expireReceipts.run(ctx, new AbortController().signal)
}

const read = async (id: string, by = seller) => (await by.get(`/api/receipts/${id}`)).json()
const statusOf = async (id: string) =>
  (await seller.get(`/api/receipts/status?receiptId=${id}`)).json()
const listStatuses = async (id: string, by = seller): Promise<string[]> =>
  (await read(id, by)).timeline.map((entry: { status: string }) => entry.status)

async function gains(symbol: TokenSymbol | 'ETH', owners: Address[], work: () => Promise<void>) {
  const balances = () => Promise.all(owners.map((owner) => paying.balanceOf(symbol, owner)))
  const before = await balances()
  await work()
  const after = await balances()
  return after.map((balance, index) => balance - (before[index] ?? 0n))
}

async function nativeUnitsFor(id: string): Promise<bigint> {
  const response = await paying.app.inject(`/api/portal/${id}`)
  const { options } = response.json().payment
  return BigInt(options.find((option: { symbol: string }) => option.symbol === 'ETH').amountUnits)
}

describe('a plain transfer', () => {
  const path = ['generated', 'tx_mined', 'recipient_validated', 'paid', 'completed']

  test.each(['USDC', 'USDT'] as const)(
    'default: %s pays the receipt and every recipient',
    async (symbol) => {
      const { id, to } = await order()
      const gained = await gains(symbol, [seller.wallet, platform, to], async () => {
        await paying.pay(symbol, { from: buyer, to, units: dueUnits })
        await paying.watch()
        expect(await read(id)).toMatchObject({
          status: 'paid',
          paymentStatus: 'recipient_validated',
        })
        await paying.settle()
      })
      expect(gained).toEqual([99_997_500n, 502_500n, 0n])
      expect(await listStatuses(id)).toEqual(path)
      const { transactionHash, transactionTimestamp } = await read(id)
      expect(transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
      expect(transactionTimestamp).toBeGreaterThan(0)
    },
  )

  test('default: EURC pays a receipt in euros', async () => {
    const id = `eur-${Date.now()}`
    const lineItems = [{ label: 'A', amount: 10.01 }]
    await seller.post('/api/receipts', { id, currency: 'EUR', lineItems })
    const to = await paying.depositOf(seller.wallet, id)
    const gained = await gains('EURC', [seller.wallet, platform], async () => {
      await paying.pay('EURC', { from: buyer, to, units: 10_010_000n })
      await paying.settle()
    })
    expect(await statusOf(id)).toMatchObject({ currency: 'EURC', amount: 10.01 })
    expect(gained).toEqual([9_959_950n, 50_050n])
    expect(await read(id)).toMatchObject({ status: 'completed' })
  })

  test('default: native tokens pay at the quoted rate', async () => {
    const { id, to } = await order()
    const units = await nativeUnitsFor(id)
    expect(units).toBe(33_500_000_000_000_000n)
    const gained = await gains('ETH', [seller.wallet, platform], async () => {
      await paying.pay('ETH', { from: buyer, to, units })
      await paying.settle()
    })
    const fee = (units * 50n) / 10_000n
    expect(gained).toEqual([units - fee, fee])
    expect(await listStatuses(id)).toEqual(path)
    expect(await statusOf(id)).toMatchObject({ currency: 'ETH', amount: 0.0335 })
  })

  test('behavior: reconciles once final', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.settle()
    await paying.mine(4)
    await paying.settle(2)
    expect(await read(id)).toMatchObject({ status: 'reconciled' })
  })

  test('behavior: is reconciled again after a refund request is declined', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.settle()
    await paying.mine(100)
    await paying.settle()
    for (const status of ['refund_requested', 'paid']) {
      await seller.act('/api/receipts/status', { receiptId: id, status })
    }
    await paying.watch()
    expect((await listStatuses(id)).slice(-4)).toEqual([
      'refund_requested',
      'paid',
      'completed',
      'reconciled',
    ])
  })

  test('behavior: pays the wallet of a merchant without a split', async () => {
    const other = await aSeller(paying.app, { hasSplit: false })
    const id = 'to-wallet'
    await other.post('/api/receipts', {
      id,
      totalUsd: 5,
      lineItems: [{ label: 'A', priceUsd: 5 }],
    })
    const to = await paying.depositOf(other.wallet, id)
    const gained = await gains('USDC', [other.wallet], async () => {
      await paying.pay('USDC', { from: buyer, to, units: 5_000_000n })
      await paying.settle()
    })
    expect(gained).toEqual([5_000_000n])
    expect(await read(id, other)).toMatchObject({ status: 'completed' })
  })
})

describe('the gateway', () => {
  test('default: pays at once', async () => {
    const { id } = await order()
    const { payoutAddress } = await getReceipt(paying.app.ctx, { merchant: seller.wallet, id })
    const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
    const token = paying.tokenOf('USDC')
    await paying.payByGateway({ from: buyer, receiptKey, payoutAddress, token, units: dueUnits })
    await paying.settle()
    expect(await read(id)).toMatchObject({ status: 'completed' })
  })

  test('behavior: ignores another payout address, and a correct payment still pays', async () => {
    const { id, to } = await order()
    const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
    const wrong = { payoutAddress: aWallet(), token: paying.tokenOf('USDC') }
    await paying.payByGateway({ from: buyer, receiptKey, ...wrong, units: dueUnits })
    await paying.watch()
    const { status, timeline } = await read(id)
    expect(status).toBe('generated')
    const ignored = { status: 'payment_ignored', mismatch: 'wrong_payout', units: String(dueUnits) }
    expect(timeline.at(-1)).toMatchObject(ignored)
    const { accounts } = await getTrialBalance(paying.app.ctx, seller.wallet)
    expect(accounts.map(({ account }) => account)).not.toContain(`due:${wrong.payoutAddress}`)
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'paid' })
  })

  test('error: ignores a fake token', async () => {
    const { id } = await order()
    const { payoutAddress } = await getReceipt(paying.app.ctx, { merchant: seller.wallet, id })
    const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
    const token = knownAddress(`0x${'fa'.repeat(20)}`)
    await paying.chain.call('anvil_setCode', token, testUsdcCode)
    const mint = `0x40c10f19${buyer.slice(2).padStart(64, '0')}${dueUnits.toString(16).padStart(64, '0')}`
    await paying.send(buyer, token, mint as `0x${string}`)
    await paying.payByGateway({ from: buyer, receiptKey, payoutAddress, token, units: dueUnits })
    await paying.settle(3)
    const { status, timeline } = await read(id)
    expect(status).toBe('generated')
    const ignored = { status: 'payment_ignored', token: checksumAddress(token), usd: 0 }
    expect(timeline.at(-1)).toMatchObject({ ...ignored, units: String(dueUnits) })
    const balance = await getTrialBalance(paying.app.ctx, seller.wallet)
    expect(balance.accounts.map(({ asset }) => asset).join()).not.toContain(token)
  })
})

describe('partial payments and overpayments', () => {
  test('behavior: is paid only with the last unit', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits - 1n })
    await paying.settle(2)
    expect(await read(id)).toMatchObject({ status: 'pending' })
    const portal = (await paying.app.inject(`/api/portal/${id}`)).json()
    expect(portal.payment).toMatchObject({ dueUsd: 0.000001, paidUsd: 100.499999 })
    const usdc = portal.payment.options.find(
      (option: { symbol: string }) => option.symbol === 'USDC',
    )
    expect(usdc.amountUnits).toBe('1')
    await paying.pay('USDC', { from: buyer, to, units: 1n })
    await paying.settle()
    expect(await listStatuses(id)).toEqual([
      'generated',
      'pending',
      'partially_paid',
      'tx_mined',
      'recipient_validated',
      'paid',
      'completed',
    ])
  })

  test('behavior: adds up several tokens', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: 50_000_001n })
    await paying.watch()
    await paying.pay('USDT', { from: buyer, to, units: 20_000_000n })
    await paying.watch()
    expect(await statusOf(id)).toMatchObject({ currency: 'USDC', amount: 100.5 })
    await paying.pay('ETH', { from: buyer, to, units: await nativeUnitsFor(id) })
    await paying.settle()
    expect(await read(id)).toMatchObject({ status: 'completed' })
    expect(await statusOf(id)).toMatchObject({ currency: 'ETH' })
    expect(await listStatuses(id)).not.toContain('extra_payment')
  })

  test('behavior: records an overpayment', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits + 2_500_000n })
    await paying.settle()
    expect(await statusOf(id)).toMatchObject({ currency: 'USDC', amount: 103 })
    const receipt = await read(id)
    expect(receipt).toMatchObject({ status: 'completed', mismatch: 'over' })
    expect(receipt.timeline).toContainEqual(
      expect.objectContaining({ status: 'paid', mismatch: 'over', overpaidUsd: 2.5 }),
    )
  })

  test('behavior: less than a cent too much is no overpayment', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits + 9_999n })
    await paying.watch()
    const { status, mismatch } = await read(id)
    expect([status, mismatch ?? null]).toEqual(['paid', null])
  })

  test('behavior: records a second payment as extra', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.settle()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.settle()
    expect(await read(id)).toMatchObject({ status: expect.stringMatching(/completed|reconciled/) })
    const all = await listStatuses(id)
    expect(all.filter((status) => status === 'paid')).toHaveLength(1)
    expect(all).toContain('extra_payment')
  })

  test('behavior: keeps the main payer as buyer', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits - 1n })
    await paying.pay('USDC', { from: thirdParty, to, units: 1n })
    await paying.watch()
    const receipt = await read(id)
    expect(receipt).toMatchObject({ status: 'paid' })
    expect(receipt.buyerWallet.toLowerCase()).toBe(buyer)
  })

  test('behavior: flags a token that the shop does not accept if it would be enough', async () => {
    const { by, id, to } = await aUsdcReceipt('other-token')
    await paying.pay('USDT', { from: buyer, to, units: 4_999_999n })
    await paying.watch()
    expect(await listStatuses(id, by)).toEqual(['pending', 'payment_ignored'])
    await paying.pay('USDT', { from: buyer, to, units: 1n })
    await paying.watch()
    expect(await listStatuses(id, by)).toEqual([
      'pending',
      'payment_ignored',
      'tx_mined',
      'tx_mismatch',
    ])
    const { body } = await by.get(`/api/receipts/status?receiptId=${id}`)
    expect(JSON.parse(body)).toMatchObject({ currency: 'USDC', amount: 5 })
    await paying.pay('USDC', { from: buyer, to, units: 5_000_000n })
    await paying.watch()
    expect(await read(id, by)).toMatchObject({ status: 'paid' })
  })

  test('behavior: values native tokens after its quote at the current rate', async () => {
    const { id, to } = await order()
    const units = await nativeUnitsFor(id)
    await paying.app.ctx.db.query(
      'update quotes set expires_at = quoted_at + 1, usd_per_unit_ppm = 2 * usd_per_unit_ppm where receipt_id = $1',
      [id],
    )
    paying.app.ctx.clock.advance(1_000)
    await paying.pay('ETH', { from: buyer, to, units: units / 2n })
    await paying.settle(4)
    expect(await read(id)).toMatchObject({ status: 'pending' })
    expect((await paying.app.inject(`/api/portal/${id}`)).json().payment.paidUsd).toBe(50.25)
  })
})

describe('third parties', () => {
  test('behavior: a unit to another address under the key of a receipt does not keep it open', async () => {
    const { by, id } = await aUsdcReceipt('own-address')
    const receiptKey = await paying.receiptKeyOf(by.wallet, id)
    const ownPayment = { payoutAddress: aWallet(), token: paying.tokenOf('USDC'), units: 1n }
    await paying.payByGateway({ from: thirdParty, receiptKey, ...ownPayment })
    await paying.watch()
    expect(await listStatuses(id, by)).toEqual(['pending', 'payment_ignored'])
    await expire(id)
    expect(await read(id, by)).toMatchObject({ status: 'failed' })
  })

  test('behavior: less than a cent neither moves a receipt nor fills its timeline', async () => {
    const { id, to } = await order()
    for (let sent = 0; sent < 3; sent += 1) {
      await paying.pay('USDC', { from: thirdParty, to, units: 1n })
      await paying.watch()
    }
    expect(await listStatuses(id)).toEqual(['generated'])
    const portal = (await paying.app.inject(`/api/portal/${id}`)).json()
    expect(portal.payment).toMatchObject({ dueUsd: 100.499997, paidUsd: 0.000003 })
  })

  test('behavior: the timeline shows at most twenty ignored payments', async () => {
    const { by, id, to } = await aUsdcReceipt('spam')
    for (let sent = 0; sent < 22; sent += 1) {
      await paying.pay('USDT', { from: thirdParty, to, units: 1n })
    }
    await paying.watch()
    expect(
      (await listStatuses(id, by)).filter((status) => status === 'payment_ignored'),
    ).toHaveLength(20)
  })
})

describe('late payments', () => {
  test('behavior: a partial payment does not revive an expired receipt', async () => {
    const { by, id, to } = await aUsdcReceipt('expired-part')
    await expire(id)
    await paying.pay('USDC', { from: buyer, to, units: 2_000_000n })
    await paying.settle(3)
    expect(await listStatuses(id, by)).toEqual(['pending', 'failed', 'partially_paid'])
    await paying.pay('USDC', { from: buyer, to, units: 3_000_000n })
    await paying.watch()
    expect(await read(id, by)).toMatchObject({ status: 'paid', mismatch: 'late' })
  })

  test('behavior: pays a failed receipt', async () => {
    const { id, to } = await order()
    await paying.app.ctx.db.query(
      `update receipts set status = 'failed', failure_code = 'PORTAL_SESSION_EXPIRED', expires_at = 1
       where id = $1`,
      [id],
    )
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.watch()
    const receipt = await read(id)
    expect(receipt).toMatchObject({ status: 'paid', mismatch: 'late' })
  })
})

describe('a reorg', () => {
  test('behavior: reverses a removed payment, and counts it once when it returns', async () => {
    const { id, to } = await order()
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'paid' })
    const { hash } = (await findCursor(paying.app.ctx.db, chainId)) as { hash: Hash }
    await paying.chain.call('anvil_reorg', 1, [])
    await paying.watch()
    expect((await findCursor(paying.app.ctx.db, chainId))?.hash).not.toBe(hash)
    expect(await read(id)).toMatchObject({ status: 'generated', transactionHash: null })
    const { accounts } = await getTrialBalance(paying.app.ctx, seller.wallet)
    expect(accounts.length).toBeGreaterThan(0)

    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    await paying.settle()
    expect(await read(id)).toMatchObject({ status: 'completed' })
    expect((await listStatuses(id)).filter((status) => status === 'paid')).toHaveLength(2)
  })
})

describe('the ledger', () => {
  test('behavior: balances to zero in units and dollars after payout', async () => {
    const other = await aSeller(paying.app, {})
    const bills = [
      { id: 'e-1', currency: 'EUR', lineItems: [{ label: 'A', amount: 16.2 }] },
      { id: 'd-1', totalUsd: 9.99, lineItems: [{ label: 'A', priceUsd: 9.99 }] },
    ]
    for (const bill of bills) await other.post('/api/receipts', bill)
    const [euros, dollars] = await Promise.all(
      bills.map(({ id }) => paying.depositOf(other.wallet, id)),
    )
    await paying.pay('EURC', { from: buyer, to: euros as Address, units: 16_200_000n })
    await paying.settle()
    await paying.pay('EURC', { from: buyer, to: dollars as Address, units: 10_000_000n })
    await paying.pay('USDT', { from: buyer, to: dollars as Address, units: 9_990_000n })
    await paying.settle()
    const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, other.wallet)
    expect(isBalanced).toBe(true)
    const custody = accounts.filter(({ account }) => account === 'custody')
    expect(custody.map(({ debitUnits, creditUnits }) => debitUnits - creditUnits)).toEqual([0n, 0n])
    expect(custody.map(({ usdMicros }) => usdMicros)).toEqual([0n, 0n])
  })
})

describe('a third party', () => {
  test('behavior: counts a flush and release by a third party', async () => {
    const { id, to } = await order()
    const { payoutAddress } = await getReceipt(paying.app.ctx, { merchant: seller.wallet, id })
    const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
    const word = (text: string) => text.slice(2).padStart(64, '0')
    const token = paying.tokenOf('USDC')
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
    // flush(bytes32,address,address), then distribute(address)
    await paying.send(
      buyer,
      paymentGateway.address,
      `0x9b735d57${word(receiptKey)}${word(payoutAddress)}${word(token)}`,
    )
    await paying.send(buyer, payoutAddress, `0x63453ae1${word(token)}`)
    await paying.watch()
    expect(await read(id)).toMatchObject({ status: 'completed' })
  })
})
