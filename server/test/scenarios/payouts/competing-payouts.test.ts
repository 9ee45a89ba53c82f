// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { relay } from '../../../src/features/payouts/relay.js'
import { checkSettlement } from '../../../src/features/settlement/check-settlement.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import type { Address } from '../../../src/lib/hex.js'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/time.js'
import type { Chain, Hex } from '../../../src/platform/chain/chain.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../src/platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const freezing = parseAbi([
  'function blacklist(address account)',
  'function unBlacklist(address account)',
])

let paying: Paying
let usdc: Address
beforeAll(async () => {
  paying = await startPaying()
  usdc = paying.tokenOf('USDC')
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.app.ctx.db.query('truncate outgoing_attempts, outgoing_transactions')
})

type Sale = { id: string; to: Address }

let counter = 0

/** Creates a receipt of two dollars and pays it. */
async function sell({ post, wallet }: Seller): Promise<Sale> {
  counter += 1
  const id = `competing-${counter}`
  await post('/api/receipts', { id, totalUsd: 2, lineItems: [{ label: 'A', priceUsd: 2 }] })
  const to = await paying.depositOf(wallet, id)
  await paying.pay('USDC', { from: paying.buyer, to, units: 2_000_000n })
  return { id, to }
}

/** A merchant whose split is deployed. */
async function aShop(): Promise<{ seller: Seller; split: Address; recipients: Address[] }> {
  const seller = await aSeller(paying.app)
  await paying.settle()
  const split = await findSplit(paying.app.ctx, seller.wallet)
  if (!split) throw new Error('the seller has no split')
  const recipients = split.recipients.map(({ address }) => address)
  return { seller, split: split.address, recipients }
}

const statusOf = async (seller: Seller, { id }: Sale): Promise<string> =>
  (await seller.get(`/api/receipts/${id}`)).json().status

/** Requires that sales are paid out without waiting, and that the books balance. */
async function expectPaidOut(seller: Seller, ...sales: Sale[]): Promise<void> {
  await paying.settle(30)
  for (const sale of sales) {
    expect(await statusOf(seller, sale), sale.id).toMatch(/^(completed|reconciled)$/)
  }
  const { isBalanced } = await getTrialBalance(paying.app.ctx, seller.wallet)
  expect(isBalanced).toBe(true)
}

/** Sends planned transactions. */
async function sendPlanned(): Promise<void> {
  await paying.sender.runRound()
  await paying.sender.runRound()
}

async function countSent(purpose: string): Promise<number> {
  const { rows } = await paying.app.ctx.db.query<{ count: string }>(
    'select count(*) from outgoing_transactions where purpose = $1',
    [purpose],
  )
  return Number(rows[0]?.count)
}

async function freeze(accounts: readonly Address[], functionName: 'blacklist' | 'unBlacklist') {
  for (const account of accounts) {
    const data = encodeFunctionData({ abi: freezing, functionName, args: [account] })
    await paying.send(paying.buyer, usdc, data)
  }
}

/** Indexes and settles without relaying. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

describe('a gas budget that is spent while later money arrives', { timeout: 60_000 }, () => {
  test('behavior: holds all money back only until the next check, without an alert', async () => {
    const { ctx } = paying.app
    const { seller, split } = await aShop()
    const first = await sell(seller)
    await paying.watch()
    await sendPlanned()
    await read()
    expect(await paying.balanceOf('USDC', split)).toBe(2_000_000n)
    const poor = { ...ctx, config: { ...ctx.config, relayerDailyGas: 1n } }
    expect(await relay(poor)).toEqual({ flushes: 0, distributions: 0 })
    const later = await sell(seller)
    await read()
    expect(await relay(poor)).toEqual({ flushes: 0, distributions: 0 })
    expect(await checkSettlement(ctx)).toMatchObject({ payoutsOverdue: 0, payoutsRefused: 0 })
    ctx.clock.advance(6 * MINUTE_MS)
    await expectPaidOut(seller, first, later)
    expect(await countSent('split.distribute')).toBeLessThanOrEqual(2)
  })
})

describe('a reorganization of our own distribution', { timeout: 60_000 }, () => {
  test('behavior: pays out again, once, and delays no later sale', async () => {
    const { seller, split } = await aShop()
    const sale = await sell(seller)
    await paying.watch()
    await sendPlanned()
    await paying.watch()
    await sendPlanned()
    await paying.watch()
    expect(await statusOf(seller, sale)).toBe('completed')
    expect(await paying.balanceOf('USDC', split)).toBe(0n)

    await paying.chain.call('anvil_reorg', 1, [])
    await paying.watch()
    await paying.watch()
    expect(await paying.balanceOf('USDC', split)).toBe(2_000_000n)
    // The receipt stays completed: the same transaction is sent again.
    await expectPaidOut(seller, sale)
    expect(await paying.balanceOf('USDC', split)).toBe(0n)
    await expectPaidOut(seller, await sell(seller))
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(2n * 1_990_000n)
  })
})

/** Any account. */
const copy = `0x${'c0'.repeat(20)}` as Address
/** Code that reverts transfers, and runs the code of `copy` for all other calls. */
const pausedCode: Hex = `0x5f3560e01c8063a9059cbb146045576323b872dd14604557365f5f375f5f365f73${copy.slice(2)}5af43d5f5f3e6041573d5ffd5b3d5ff35b5f5ffd`

/** Pauses USDC for everyone. Returns the function that ends it. */
async function pause(): Promise<() => Promise<unknown>> {
  const code = await paying.chain.call('eth_getCode', usdc, 'latest')
  await paying.chain.call('anvil_setCode', copy, code)
  await paying.chain.call('anvil_setCode', usdc, pausedCode)
  return () => paying.chain.call('anvil_setCode', usdc, code)
}

describe('a token that is paused', { timeout: 60_000 }, () => {
  test('behavior: costs no gas at deposit addresses, and delays no later sale', async () => {
    const { seller } = await aShop()
    const heldSale = await sell(seller)
    const resume = await pause()
    await paying.settle(20)
    expect(await countSent('deposit.flush')).toBe(0)
    expect(await statusOf(seller, heldSale)).toBe('paid')
    await resume()
    const later = await sell(seller)
    await expectPaidOut(seller, later)
    paying.app.ctx.clock.advance(HOUR_MS)
    await expectPaidOut(seller, heldSale)
  })

  test('behavior: is distributed once, and later sales take the waiting money with them', async () => {
    const { seller, split } = await aShop()
    const heldSale = await sell(seller)
    await paying.watch()
    await sendPlanned()
    const resume = await pause()
    await paying.settle(20)
    expect(await countSent('split.distribute')).toBe(1)
    expect(await statusOf(seller, heldSale)).toBe('paid')
    await resume()
    expect(await paying.balanceOf('USDC', split)).toBe(2_000_000n)
    await expectPaidOut(seller, await sell(seller), heldSale)
  })
})

describe('a third party in the same block', { timeout: 60_000 }, () => {
  /** Mines a call of a third party and our planned transactions in one block. */
  async function mineTogether(call: { to: Address; data: Hex }, isFirst: boolean): Promise<void> {
    await paying.chain.call('evm_setAutomine', false)
    const gasPrice = isFirst ? '0x174876e800' : '0x3b9aca01'
    const transaction = { from: paying.buyer, ...call, gas: '0x7a120', gasPrice }
    await paying.chain.call('eth_sendTransaction', transaction)
    await sendPlanned()
    await paying.chain.call('anvil_mine', '0x1')
    await paying.chain.call('evm_setAutomine', true)
  }

  test.each([true, false])(
    'behavior: flushes and distributes (before ours: %s)',
    async (isFirst) => {
      const { seller, split } = await aShop()
      const sale = await sell(seller)
      const receiptKey = await paying.receiptKeyOf(seller.wallet, sale.id)
      const args = [receiptKey, split, usdc] as const
      const flush = encodeFunctionData({ abi: paymentGatewayAbi, functionName: 'flush', args })
      await paying.watch()
      expect(await countSent('deposit.flush')).toBe(1)
      await mineTogether({ to: paymentGateway.address, data: flush }, isFirst)
      await paying.watch()
      expect(await countSent('split.distribute')).toBe(1)
      const functionName = 'distribute'
      const data = encodeFunctionData({ abi: merchantSplitAbi, functionName, args: [usdc] })
      await mineTogether({ to: split, data }, isFirst)
      await expectPaidOut(seller, sale)
      await expectPaidOut(seller, await sell(seller))
      expect(await paying.balanceOf('USDC', seller.wallet)).toBe(2n * 1_990_000n)
    },
  )
})

describe('payments in flight while a distribution fails', { timeout: 60_000 }, () => {
  test('behavior: are paid out at once, together with the money that failed', async () => {
    const { seller, recipients } = await aShop()
    const heldSale = await sell(seller)
    await paying.watch()
    await sendPlanned()
    await paying.watch()
    expect(await countSent('split.distribute')).toBe(1)
    await freeze(recipients, 'blacklist')
    const inFlight = [await sell(seller), await sell(seller)]
    await paying.watch()
    await sendPlanned()
    inFlight.push(await sell(seller))
    await paying.watch()
    await freeze(recipients, 'unBlacklist')
    await expectPaidOut(seller, ...inFlight, heldSale)
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(4n * 1_990_000n)
  })
})
