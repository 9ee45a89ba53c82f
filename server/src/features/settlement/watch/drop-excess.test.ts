import { encodeFunctionData, multicall3Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { multicall3 } from '../../../platform/chain/contracts.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { getReceipt } from '../../receipts/get-receipt.js'
import { dropExcess, mostRecorded, mostSmall } from './drop-excess.js'
import type { FoundPayment } from './found-payment-store.js'

const erc20 = parseAbi(['function transfer(address to, uint256 units)'])

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** A receipt of five dollars. */
async function aReceipt(hasSplit = true): Promise<{ seller: Seller; to: Address }> {
  const seller = await aSeller(paying.app, { hasSplit })
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  await seller.post('/api/receipts', { id: 'r-1', totalUsd: 5, lineItems })
  return { seller, to: await paying.depositOf(seller.wallet, 'r-1') }
}

/** Sends one unit many times, in one transaction. */
async function sendDust(to: Address, count: number): Promise<void> {
  await paying.pay('USDC', { from: paying.buyer, to: multicall3, units: BigInt(count) })
  const callData = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, 1n] })
  const one = { target: paying.tokenOf('USDC'), allowFailure: false, callData }
  const args = [Array.from({ length: count }, () => one)] as const
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
  await paying.send(paying.buyer, multicall3, data)
}

/** Adds payments of one unit to a receipt, as strangers can. */
async function recordDust({ seller, to }: Awaited<ReturnType<typeof aReceipt>>, count: number) {
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

describe('dropExcess', () => {
  test('default: dust beyond the first payments counts with the next flush', async () => {
    const { seller, to } = await aReceipt()
    await sendDust(to, mostSmall + 50)
    await paying.pay('USDC', { from: paying.buyer, to, units: 49_999n })
    await paying.pay('USDC', { from: paying.buyer, to, units: 50_000n })
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.mine(3)
    await paying.look()
    const recorded = String(5_050_000 + mostSmall)
    expect(await listRecorded(seller)).toEqual([
      { kind: 'deposit', count: mostSmall + 2, units: recorded },
    ])
    expect((await seller.get('/api/receipts/r-1')).json().status).toBe('paid')

    await paying.settle(30)
    expect(await paying.balanceOf('USDC', to)).toBe(0n)
    expect((await seller.get('/api/receipts/r-1')).json().status).toMatch(/completed|reconciled/)
    const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, seller.wallet)
    expect(isBalanced).toBe(true)
    const custody = accounts.find(({ account }) => account === 'custody')
    const { payoutAddress } = await getReceipt(paying.app.ctx, {
      merchant: seller.wallet,
      id: 'r-1',
    })
    const held = await paying.balanceOf('USDC', payoutAddress)
    expect(custody && custody.debitUnits - custody.creditUnits).toBe(held)
  })

  const aPayment = (
    { seller, to }: Awaited<ReturnType<typeof aReceipt>>,
    fields: Partial<FoundPayment>,
  ): FoundPayment => ({
    transactionHash: aHash() as Hash,
    logIndex: 0,
    merchant: seller.wallet,
    receiptId: 'r-1',
    kind: 'deposit',
    token: paying.tokenOf('USDC'),
    units: baseUnits(50_000n),
    payer: aWallet(),
    depositAddress: to,
    payoutAddress: aWallet(),
    blockNumber: 9n,
    blockHash: aHash() as Hash,
    paidAt: unixMs(0),
    mismatch: null,
    ...fields,
  })

  test.each<[string, Partial<FoundPayment> | 'unknown', boolean]>([
    ['a hundredth of the bill', {}, true],
    ['less', { units: baseUnits(49_999n) }, false],
    ['money that went elsewhere', { kind: 'gateway', mismatch: 'wrong_payout' }, false],
    ['an unknown token', 'unknown', false],
    ['coin', { kind: 'native', token: nativeToken, units: baseUnits(10n ** 17n) }, true],
    ['a little coin', { kind: 'native', token: nativeToken, units: baseUnits(1n) }, false],
    ['a charge', { kind: 'charge', units: baseUnits(1n) }, true],
  ])('behavior: after the first payments, %s', async (_what, fields, isKept) => {
    const receipt = await aReceipt()
    const payment = aPayment(receipt, fields === 'unknown' ? { token: aWallet() } : fields)
    expect(await dropExcess(paying.app.ctx, [payment])).toEqual([payment])
    await recordDust(receipt, mostSmall)
    expect(await dropExcess(paying.app.ctx, [payment])).toEqual(isKept ? [payment] : [])
  })

  test('behavior: counts the payments of one round too', async () => {
    const receipt = await aReceipt()
    await recordDust(receipt, mostSmall - 1)
    const dust = [0, 1, 2].map(() => aPayment(receipt, { units: baseUnits(1n) }))
    expect(await dropExcess(paying.app.ctx, dust)).toEqual(dust.slice(0, 1))
    const other = await aReceipt()
    const others = aPayment(other, { units: baseUnits(1n) })
    expect(await dropExcess(paying.app.ctx, [...dust, others])).toEqual([dust[0], others])
  })

  test('behavior: keeps none of a receipt that was paid many times over', async () => {
    const receipt = await aReceipt()
    await recordDust(receipt, mostRecorded)
    const payment = aPayment(receipt, { units: baseUnits(5_000_000n) })
    expect(await dropExcess(paying.app.ctx, [payment])).toEqual([])
  })

  test('behavior: keeps coin that our own flush moved', async () => {
    const receipt = await aReceipt()
    await recordDust(receipt, mostSmall)
    const coin = { kind: 'native', token: nativeToken, units: baseUnits(1n) } as const
    const payment = aPayment(receipt, coin)
    await paying.app.ctx.db.query('update deposits set native_flush_key = $2 where address = $1', [
      receipt.to,
      'flush:1',
    ])
    expect(await dropExcess(paying.app.ctx, [payment])).toEqual([payment])
  })
})
