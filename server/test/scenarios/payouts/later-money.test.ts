// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { relay } from '../../../src/features/payouts/relay.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import type { Split } from '../../../src/features/split/split.js'
import type { Address } from '../../../src/lib/hex.js'
import { HOUR_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../src/platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import type { Context } from '../../../src/platform/context.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const freezing = parseAbi([
  'function blacklist(address account)',
  'function unBlacklist(address account)',
])

let paying: Paying
let live: Context
let usdc: Address
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  live = { ...ctx, config: { ...ctx.config, mode: 'live', settleMinUsd: 5, settleWithinHours: 24 } }
  usdc = paying.tokenOf('USDC')
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.app.ctx.db.query('truncate outgoing_attempts, outgoing_transactions')
})

let counter = 0

/** Creates a receipt of two dollars. */
async function order({ post, wallet }: Seller): Promise<{ id: string; to: Address }> {
  counter += 1
  const id = `later-${counter}`
  await post('/api/receipts', { id, totalUsd: 2, lineItems: [{ label: 'A', priceUsd: 2 }] })
  return { id, to: await paying.depositOf(wallet, id) }
}

async function pay(to: Address, units = 2_000_000n): Promise<void> {
  await paying.pay('USDC', { from: paying.buyer, to, units })
}

async function splitOf({ wallet }: Seller): Promise<Split> {
  const split = await findSplit(paying.app.ctx, wallet)
  if (!split) throw new Error('the seller has no split')
  return split
}

/** Distributes as a third party. */
async function distribute(seller: Seller, token = usdc): Promise<void> {
  const functionName = 'distribute'
  const data = encodeFunctionData({ abi: merchantSplitAbi, functionName, args: [token] })
  await paying.send(paying.buyer, (await splitOf(seller)).address, data)
}

/** Flushes as a third party. */
async function flush(seller: Seller, { id, token }: { id: string; token: Address }) {
  const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
  const args = [receiptKey, (await splitOf(seller)).address, token] as const
  const data = encodeFunctionData({ abi: paymentGatewayAbi, functionName: 'flush', args })
  await paying.send(paying.buyer, paymentGateway.address, data)
}

async function freeze(account: Address, functionName: 'blacklist' | 'unBlacklist' = 'blacklist') {
  const data = encodeFunctionData({ abi: freezing, functionName, args: [account] })
  await paying.send(paying.buyer, usdc, data)
}

/** Pays a receipt, indexes its flush and plans its distribution, which is not sent yet. */
async function planDistribution(seller: Seller) {
  const sale = await order(seller)
  await pay(sale.to)
  await paying.watch()
  await paying.sender.runRound()
  await paying.sender.runRound()
  await paying.watch()
  expect(await countSent('split.distribute')).toBe(1)
  return sale
}

/** Requires that a sale is paid out without waiting. */
async function expectPaidOut(seller: Seller, sale?: { id: string }): Promise<void> {
  const { id, to } = sale ? { ...sale, to: null } : await order(seller)
  if (to) await pay(to)
  await paying.settle(20)
  const { status } = (await seller.get(`/api/receipts/${id}`)).json()
  expect(status, `the status of ${id}`).toMatch(/^(completed|reconciled)$/)
}

async function countSent(purpose: string): Promise<number> {
  const { rows } = await paying.app.ctx.db.query<{ count: string }>(
    `select count(*) from outgoing_transactions where purpose = $1`,
    [purpose],
  )
  return Number(rows[0]?.count)
}

/** Indexes and settles without relaying. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

describe('one unit', { timeout: 60_000 }, () => {
  test('default: does not delay a later sale', async () => {
    const seller = await aSeller(paying.app)
    await pay((await order(seller)).to, 1n)
    await paying.settle(20)
    await expectPaidOut(seller)
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(1_990_000n)
  })

  test('behavior: does not delay a later sale when the split is not deployed', async () => {
    const seller = await aSeller(paying.app, { deploy: false })
    await pay((await order(seller)).to, 1n)
    await paying.settle(20)
    await expectPaidOut(seller)
  })

  test('behavior: that completes a receipt is not waited for', async () => {
    const seller = await aSeller(paying.app)
    const sale = await order(seller)
    await pay(sale.to, 1_999_999n)
    await paying.settle(20)
    await pay(sale.to, 1n)
    await expectPaidOut(seller, sale)
  })

  test('behavior: from a third party that distributes before us does not delay a later sale', async () => {
    const seller = await aSeller(paying.app)
    const first = await planDistribution(seller)
    await distribute(seller)
    const dust = await order(seller)
    await pay(dust.to, 1n)
    await flush(seller, { id: dust.id, token: usdc })
    await paying.settle(20)
    await expectPaidOut(seller, first)
    await expectPaidOut(seller)
  })

  test('behavior: that a third party flushes and distributes costs no gas in live mode', async () => {
    const seller = await aSeller(paying.app)
    await paying.settle()
    await paying.app.ctx.db.query('truncate outgoing_attempts, outgoing_transactions')
    for (let time = 0; time < 3; time += 1) {
      const { id, to } = await order(seller)
      await pay(to, 1n)
      await flush(seller, { id, token: usdc })
      await distribute(seller)
      await read()
      paying.app.ctx.clock.advance(25 * HOUR_MS)
      expect(await relay(live)).toEqual({ flushes: 0, distributions: 0 })
    }
    const sale = await order(seller)
    await pay(sale.to, 5_000_000n)
    await read()
    expect(await relay(live)).toEqual({ flushes: 1, distributions: 0 })
    await expectPaidOut(seller, sale)
  })

  test('behavior: of native tokens does not delay later ones', async () => {
    const seller = await aSeller(paying.app)
    const { address } = await splitOf(seller)
    const payNative = async (units: bigint) => {
      const { id } = await order(seller)
      const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
      const to = { receiptKey, payoutAddress: address, token: nativeToken }
      await paying.payByGateway({ from: paying.buyer, ...to, units })
      return { id }
    }
    await payNative(1n)
    await paying.settle(20)
    await expectPaidOut(seller, await payNative(10n ** 18n))
  })
})

describe('native tokens that a third party distributes first', { timeout: 60_000 }, () => {
  test('behavior: does not delay later native tokens', async () => {
    const seller = await aSeller(paying.app)
    const payNative = async () => {
      const { id } = await order(seller)
      const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
      const payoutAddress = (await splitOf(seller)).address
      const to = { receiptKey, payoutAddress, token: nativeToken }
      await paying.payByGateway({ from: paying.buyer, ...to, units: 10n ** 18n })
      return { id }
    }
    await paying.settle()
    await payNative()
    await paying.watch()
    expect(await countSent('split.distribute_coin')).toBe(1)
    await distribute(seller, nativeToken)
    await paying.settle(20)
    await expectPaidOut(seller, await payNative())
  })
})

describe('frozen recipients', { timeout: 60_000 }, () => {
  test('behavior: one of two does not delay later sales', async () => {
    const seller = await aSeller(paying.app)
    await freeze(seller.wallet)
    await expectPaidOut(seller)
    await expectPaidOut(seller)
    await freeze(seller.wallet, 'unBlacklist')
    await expectPaidOut(seller)
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(3n * 1_990_000n)
  })

  test('behavior: all of them hold back only the money that failed', async () => {
    const seller = await aSeller(paying.app)
    const accounts = (await splitOf(seller)).recipients.map(({ address }) => address)
    await paying.settle()
    for (const account of accounts) await freeze(account)
    const heldReceipt = await order(seller)
    await pay(heldReceipt.to)
    await paying.settle(20)
    const { status } = (await seller.get(`/api/receipts/${heldReceipt.id}`)).json()
    expect(status).toBe('paid')
    expect(await countSent('split.distribute')).toBe(1)

    // It waits, and one unit does not end the wait in live mode.
    const dust = await order(seller)
    await pay(dust.to, 1n)
    await flush(seller, { id: dust.id, token: usdc })
    await read()
    expect(await relay(live)).toEqual({ flushes: 0, distributions: 0 })
    for (const account of accounts) await freeze(account, 'unBlacklist')
    await expectPaidOut(seller)
    await expectPaidOut(seller, heldReceipt)
  })
})

describe('a flush that moves nothing', { timeout: 60_000 }, () => {
  test('behavior: a frozen deposit address costs no gas and delays no other', async () => {
    const seller = await aSeller(paying.app)
    const frozen = await order(seller)
    await freeze(frozen.to)
    await pay(frozen.to).catch(() => {})
    await paying.mine()
    await freeze(frozen.to, 'unBlacklist')
    await pay(frozen.to)
    await freeze(frozen.to)
    await paying.settle(20)
    expect(await countSent('deposit.flush')).toBe(0)
    await expectPaidOut(seller)
    await freeze(frozen.to, 'unBlacklist')
    paying.app.ctx.clock.advance(HOUR_MS)
    await expectPaidOut(seller, frozen)
  })

  test('behavior: is not waited for after a third party was faster', async () => {
    const seller = await aSeller(paying.app)
    const sale = await order(seller)
    await pay(sale.to)
    await paying.watch()
    expect(await countSent('deposit.flush')).toBe(1)
    await flush(seller, { id: sale.id, token: usdc })
    await paying.settle(20)
    await expectPaidOut(seller, sale)
    await expectPaidOut(seller)
  })

  test('behavior: a payment that a reorganization moves behind its flush delays no other', async () => {
    const seller = await aSeller(paying.app)
    await paying.settle()
    const snapshot = await paying.chain.call('evm_snapshot')
    const sale = await order(seller)
    await pay(sale.to)
    await paying.watch()
    expect(await countSent('deposit.flush')).toBe(1)
    await paying.chain.call('evm_revert', snapshot)
    await paying.mine(2)
    await paying.sender.runRound()
    await pay(sale.to)
    await paying.mine(2)
    await paying.settle(20)
    await expectPaidOut(seller)
    paying.app.ctx.clock.advance(HOUR_MS)
    await expectPaidOut(seller, sale)
  })
})

describe('tokens sent directly to a split', { timeout: 60_000 }, () => {
  test('default: are distributed without a sale', async () => {
    const seller = await aSeller(paying.app)
    await pay((await splitOf(seller)).address)
    await paying.settle(20)
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(1_990_000n)
    expect(await countSent('split.distribute')).toBe(1)
    await paying.settle(4)
    expect(await countSent('split.distribute')).toBe(1)
  })

  test('behavior: wait for the same thresholds in live mode', async () => {
    const seller = await aSeller(paying.app)
    const { address } = await splitOf(seller)
    await paying.settle()
    // Chain time stays behind while tests advance the clock.
    const patient = { ...live, config: { ...live.config, settleWithinHours: 10_000 } }
    await pay(address, 4_000_000n)
    await read()
    expect(await relay(patient)).toMatchObject({ distributions: 0 })
    await pay(address, 1_000_000n)
    await read()
    expect(await relay(patient)).toMatchObject({ distributions: 1 })
    await paying.settle(20)

    await pay(address, 9_999n)
    await read()
    paying.app.ctx.clock.advance(25 * HOUR_MS)
    expect(await relay(live)).toMatchObject({ distributions: 0 })
    await pay(address, 1n)
    await read()
    expect(await relay(live)).toMatchObject({ distributions: 1 })
    await paying.settle(20)
  })

  test('behavior: are distributed again after a reorganization', async () => {
    const seller = await aSeller(paying.app)
    await paying.settle()
    await pay((await splitOf(seller)).address)
    await paying.watch()
    const snapshot = await paying.chain.call('evm_snapshot')
    await distribute(seller)
    await paying.watch()
    await paying.chain.call('evm_revert', snapshot)
    await paying.mine(2)
    await paying.settle(20)
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(1_990_000n)
  })
})
