import { encodeFunctionData, multicall3Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { multicall3, paymentGateway } from '../../../platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import { dropDust, maxSmall } from './drop-dust.js'
import type { FoundPayment } from './found-payment-store.js'

const erc20 = parseAbi(['function transfer(address to, uint256 units)'])

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

type AttackTarget = { seller: Seller; to: Address }

async function aReceipt(usd = 5): Promise<AttackTarget> {
  const seller = await aSeller(paying.app)
  const lineItems = [{ label: 'A', priceUsd: usd }]
  await seller.post('/api/receipts', { id: 'r-1', totalUsd: usd, lineItems })
  return { seller, to: await paying.depositOf(seller.wallet, 'r-1') }
}

/** Sends one unit many times, in one transaction. */
async function sendDust(to: Address, count: number): Promise<void> {
  await paying.pay('USDC', { from: paying.buyer, to: multicall3, units: BigInt(count) })
  const callData = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, 1n] })
  const call = { target: paying.tokenOf('USDC'), allowFailure: false, callData }
  const args = [Array.from({ length: count }, () => call)] as const
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
  await paying.send(paying.buyer, multicall3, data)
}

/** Adds payments of one unit to a receipt, as third parties can. */
async function recordDust({ seller, to }: AttackTarget, count: number): Promise<void> {
  const { ctx } = paying.app
  const { payoutAddress } = await getReceipt(ctx, { merchant: seller.wallet, id: 'r-1' })
  await ctx.db.query(
    `insert into payments (
       chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, deposit_address,
       payout_address, block_number, block_hash, paid_at, state, created_at
     )
     select $1, $2, n, $3, 'r-1', 'deposit', $4, 1, $5, $6, 1, $2, 0, 'orphaned', 0
     from generate_series(1, $7::int) as n`,
    [ctx.config.chainId, aHash(), seller.wallet, paying.tokenOf('USDC'), to, payoutAddress, count],
  )
}

async function listRecorded({ wallet }: Seller) {
  const { rows } = await paying.app.ctx.db.query<{ kind: string; count: number; units: string }>(
    `select kind, count(*)::int as count, sum(units) as units from payments
     where merchant = $1 and state <> 'orphaned' group by kind order by kind`,
    [wallet],
  )
  return rows
}

/** Opens the payment page. */
const open = async ({ seller }: AttackTarget) =>
  (await paying.app.inject(`/api/portal/r-1?recipient=${seller.wallet}`)).json()

async function announce(receipt: AttackTarget, txHash: string): Promise<void> {
  const { portalToken } = await open(receipt)
  const response = await paying.app.inject({
    method: 'POST',
    url: '/api/portal/r-1/tx',
    headers: { 'x-portal-token': portalToken },
    payload: { txHash },
  })
  expect(response.statusCode).toBe(200)
}

const statusOf = async ({ seller }: AttackTarget) =>
  (await seller.get('/api/receipts/r-1')).json().status

/** Returns what the books say the split holds, and what it holds with the deposit address. */
async function compareCustody({ seller, to }: AttackTarget) {
  const { ctx } = paying.app
  const { accounts, isBalanced } = await getTrialBalance(ctx, seller.wallet)
  expect(isBalanced).toBe(true)
  const custody = accounts.find(({ account }) => account === 'custody')
  const { payoutAddress } = await getReceipt(ctx, { merchant: seller.wallet, id: 'r-1' })
  const split = await paying.balanceOf('USDC', payoutAddress)
  return {
    inBooks: custody ? custody.debitUnits - custody.creditUnits : 0n,
    onChain: split + (await paying.balanceOf('USDC', to)),
  }
}

describe('dropDust', { timeout: 60_000 }, () => {
  test('default: dust beyond the first payments counts with the next flush', {
    tags: 'slow',
  }, async () => {
    const receipt = await aReceipt()
    const { seller, to } = receipt
    await sendDust(to, maxSmall + 50)
    await paying.pay('USDC', { from: paying.buyer, to, units: 9_999n })
    await paying.pay('USDC', { from: paying.buyer, to, units: 10_000n })
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.mine(3)
    await paying.watch()
    const recorded = 5_010_000 + maxSmall
    expect(await listRecorded(seller)).toEqual([
      { kind: 'deposit', count: maxSmall + 2, units: String(recorded) },
    ])
    expect(await statusOf(receipt)).toBe('paid')

    await paying.settle(30)
    expect(await paying.balanceOf('USDC', to)).toBe(0n)
    expect(await statusOf(receipt)).toMatch(/^(completed|reconciled)$/)
    expect(await listRecorded(seller)).toContainEqual({ kind: 'flush', count: 1, units: '10049' })
    const { inBooks, onChain } = await compareCustody(receipt)
    expect(inBooks).toBe(onChain)
  })

  test('behavior: a bill of one cent can still be paid', { tags: 'slow' }, async () => {
    const receipt = await aReceipt(0.01)
    await sendDust(receipt.to, maxSmall)
    await paying.mine(3)
    await paying.watch()
    const { payment } = await open(receipt)
    const usdc = payment.options.find(({ symbol }: { symbol: string }) => symbol === 'USDC')
    const units = BigInt(usdc.amountUnits)
    expect(units).toBe(10_000n - BigInt(maxSmall))
    await paying.pay('USDC', { from: paying.buyer, to: receipt.to, units: units - 1n })
    await paying.pay('USDC', { from: paying.buyer, to: receipt.to, units })
    await paying.mine(3)
    await paying.watch()
    expect(await statusOf(receipt)).toMatch(/^(paid|completed|reconciled)$/)
  })

  test('behavior: dust that others flush and distribute is in the books once', {
    tags: 'slow',
  }, async () => {
    const receipt = await aReceipt()
    const { seller, to } = receipt
    const { payoutAddress } = await getReceipt(paying.app.ctx, {
      merchant: seller.wallet,
      id: 'r-1',
    })
    const receiptKey = await paying.receiptKeyOf(seller.wallet, 'r-1')
    const token = paying.tokenOf('USDC')
    await paying.settle(4)
    await sendDust(to, maxSmall)
    const hash = await paying.pay('USDC', { from: paying.buyer, to, units: 9_000n })
    await paying.mine(3)
    await paying.watch()
    const flush = encodeFunctionData({
      abi: paymentGatewayAbi,
      functionName: 'flush',
      args: [receiptKey, payoutAddress, token],
    })
    await paying.send(paying.buyer, paymentGateway.address, flush)
    await paying.mine(30)
    await paying.settle(4)
    const distribute = encodeFunctionData({
      abi: merchantSplitAbi,
      functionName: 'distribute',
      args: [token],
    })
    await paying.send(paying.buyer, payoutAddress, distribute)
    await paying.mine(30)
    await paying.settle(4)
    await announce(receipt, hash)
    await paying.mine(3)
    await paying.settle(10)
    const { inBooks, onChain } = await compareCustody(receipt)
    expect(inBooks).toBe(onChain)
    expect(onChain).toBeLessThan(100n)
  })

  test('behavior: an announced transaction that was dropped is not in flight', {
    tags: 'slow',
  }, async () => {
    const receipt = await aReceipt()
    await sendDust(receipt.to, maxSmall)
    const hash = await paying.pay('USDC', { from: paying.buyer, to: receipt.to, units: 1n })
    await paying.watch()
    await announce(receipt, hash)
    await paying.mine(3)
    await paying.settle(4)
    expect((await open(receipt)).payment.sent).toBeNull()
  })

  const aPayment = ({ seller, to }: AttackTarget, fields: Partial<FoundPayment>): FoundPayment => ({
    transactionHash: aHash() as Hash,
    logIndex: 0,
    merchant: seller.wallet,
    receiptId: 'r-1',
    kind: 'deposit',
    token: paying.tokenOf('USDC'),
    units: baseUnits(10_000n),
    payer: aWallet(),
    depositAddress: to,
    payoutAddress: aWallet(),
    blockNumber: 9n,
    blockHash: aHash() as Hash,
    paidAt: unixMs(0),
    mismatch: null,
    ...fields,
  })

  const gateway = { kind: 'gateway', token: nativeToken } as const
  test.each<[string, Partial<FoundPayment> | 'unknown', boolean]>([
    ['a cent', {}, true],
    ['less', { units: baseUnits(9_999n) }, false],
    ['money that went elsewhere', { kind: 'gateway', mismatch: 'wrong_payout' }, false],
    ['an unknown token', 'unknown', false],
    ['native tokens', { ...gateway, units: baseUnits(10n ** 12n) }, true],
    ['a few native tokens', { ...gateway, units: baseUnits(10n ** 12n - 1n) }, false],
    ['flushed native tokens', { kind: 'native', token: nativeToken, units: baseUnits(1n) }, true],
    ['flushed tokens', { kind: 'flush', units: baseUnits(1n) }, true],
    ['a charge', { kind: 'charge', units: baseUnits(1n) }, true],
  ])('behavior: after the first payments, %s', async (_what, fields, isKept) => {
    const receipt = await aReceipt()
    const payment = aPayment(receipt, fields === 'unknown' ? { token: aWallet() } : fields)
    expect(await dropDust(paying.app.ctx, [payment])).toEqual([payment])
    await recordDust(receipt, maxSmall)
    expect(await dropDust(paying.app.ctx, [payment])).toEqual(isKept ? [payment] : [])
  })

  test('behavior: counts the payments of one round too', async () => {
    const receipt = await aReceipt()
    await recordDust(receipt, maxSmall - 1)
    const dust = [0, 1, 2].map(() => aPayment(receipt, { units: baseUnits(1n) }))
    expect(await dropDust(paying.app.ctx, dust)).toEqual(dust.slice(0, 1))
    const others = aPayment(await aReceipt(), { units: baseUnits(1n) })
    expect(await dropDust(paying.app.ctx, [...dust, others])).toEqual([dust[0], others])
  })
})
