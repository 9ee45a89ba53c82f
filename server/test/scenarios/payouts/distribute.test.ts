// @module-tag slow
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { relay } from '../../../src/features/payouts/relay.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { deploymentKey } from '../../../src/features/split/find-deployment.js'
import { findSplit } from '../../../src/features/split/find-split.js'
import { predictSplit } from '../../../src/features/split/predict-split.js'
import type { Split } from '../../../src/features/split/split.js'
import type { Address, Hash } from '../../../src/lib/hex.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { multicall3, splitFactory } from '../../../src/platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../src/platform/chain/generated/merchant-split.js'
import { splitFactoryAbi } from '../../../src/platform/chain/generated/split-factory.js'
import { nativeToken, type TokenSymbol } from '../../../src/platform/chain/tokens.js'
import type { Context } from '../../../src/platform/context.js'
import { endOutgoing } from '../../fixtures/end-outgoing.js'
import { aWallet } from '../../fixtures/factories.js'
import { placeHostileReceiver } from '../../fixtures/hostile/hostile-contracts.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const MINUTE_MS = 60_000

let paying: Paying
let live: Context
let platform: Address
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  live = { ...ctx, config: { ...ctx.config, mode: 'live', settleMinUsd: 5, settleWithinHours: 24 } }
  platform = paying.addressOf(ctx.config.platformWallet ?? '')
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.app.ctx.db.query('truncate outgoing_attempts, outgoing_transactions')
})

let counter = 0
async function order(seller: Seller) {
  counter += 1
  const id = `distribute-${counter}`
  await seller.post('/api/receipts', { id, totalUsd: 3, lineItems: [{ label: 'A', priceUsd: 3 }] })
  return { id, to: await paying.depositOf(seller.wallet, id) }
}

async function payTokens(seller: Seller, symbol: TokenSymbol = 'USDC'): Promise<string> {
  const { id, to } = await order(seller)
  await paying.pay(symbol, { from: paying.buyer, to, units: 3_000_000n })
  return id
}

/**
 * Creates a seller with these other recipients, which burn all gas when they receive native tokens.
 */
async function aSellerWith(refusers: Record<Address, number>): Promise<Seller> {
  const seller = await aSeller(paying.app, { hasSplit: false })
  const others = Object.entries(refusers).map(([address, sharesBps]) => ({
    address: address as Address,
    sharesBps,
  }))
  for (const { address } of others) {
    await placeHostileReceiver(paying.chain, { address, trick: 'BurnGasOnChain' })
  }
  const sharesBps = others.reduce(
    (remainingBps, recipient) => remainingBps - recipient.sharesBps,
    9_950,
  )
  const recipients = [{ address: seller.wallet, sharesBps }, ...others]
  await seller.act('/api/split/deploy', { recipients })
  return seller
}

/** Creates a receipt and returns its price in native tokens. */
async function nativeOrder(seller: Seller) {
  const { id, to } = await order(seller)
  const { payment } = (
    await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
  ).json()
  const option = payment.options.find((option: { symbol: string }) => option.symbol === 'ETH')
  return { id, to, units: BigInt(option.amountUnits) }
}

/** Creates a receipt to pay through the gateway, so that money arrives at the split at once. */
async function throughGateway(seller: Seller) {
  const { id } = await order(seller)
  const { address: payoutAddress } = await splitOf(seller)
  const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
  const payment = { from: paying.buyer, receiptKey, payoutAddress, token: paying.tokenOf('USDC') }
  return { id, pay: (units: bigint) => paying.payByGateway({ ...payment, units }) }
}

async function splitOf({ wallet }: Seller): Promise<Split> {
  const split = await findSplit(paying.app.ctx, wallet)
  if (!split) throw new Error('the seller has no split')
  return split
}

/** Returns the split as the API shows it. */
async function shown(seller: Seller): Promise<{ status: string; deployedTx: Hash | null }> {
  const { configured, split } = (await seller.get('/api/split/deploy')).json()
  expect(configured).toBe(true)
  return { status: split.status, deployedTx: split.deployedTx }
}

async function statusOf(seller: Seller, id: string): Promise<string> {
  return (await seller.get(`/api/receipts/${id}`)).json().status
}

type SentTransaction = {
  key: string
  purpose: string
  recipient: Address
  gas: string
  hash: Hash | null
}

async function sent(): Promise<SentTransaction[]> {
  const { rows } = await paying.app.ctx.db.query<SentTransaction>(
    `select key, purpose, recipient, gas, hash from outgoing_transactions
     where purpose like 'split.%' order by planned_us`,
  )
  return rows
}

/** Sends and indexes the flush of a payment, and plans its distribution. */
async function flush(): Promise<void> {
  await paying.watch()
  await paying.sender.runRound()
  await paying.sender.runRound()
  await paying.watch()
}

/** Indexes and settles without relaying. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

const planned = (deploy = false) => aSeller(paying.app, { deploy })

describe('the first distribution', { timeout: 60_000 }, () => {
  test('default: deploys the split in the same transaction', async () => {
    const seller = await planned()
    const split = await splitOf(seller)
    expect(await shown(seller)).toEqual({ status: 'planned', deployedTx: null })
    const id = await payTokens(seller)
    await flush()
    expect(await shown(seller)).toEqual({ status: 'pending', deployedTx: null })
    await paying.settle()

    const [first, ...others] = await sent()
    expect(others).toEqual([])
    expect(first).toMatchObject({ key: deploymentKey(split), purpose: 'split.distribute' })
    expect(first).toMatchObject({ recipient: multicall3, gas: '1500000' })
    expect(await shown(seller)).toEqual({ status: 'deployed', deployedTx: first?.hash })
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
    expect(await paying.balanceOf('USDC', seller.wallet)).toBe(2_985_000n)

    await payTokens(seller)
    await paying.settle()
    const second = (await sent())[1]
    expect(second).toMatchObject({ recipient: split.address, gas: '1000000' })
    expect(second?.key).toMatch(/^distribute:/)
    expect(await shown(seller)).toEqual({ status: 'deployed', deployedTx: first?.hash })
  })

  test('behavior: distributions of other tokens do not wait for it', async () => {
    const seller = await planned()
    const ids = [await payTokens(seller, 'USDC'), await payTokens(seller, 'USDT')]
    await flush()
    expect((await sent()).map(({ recipient }) => recipient)).toEqual([multicall3, multicall3])
    await paying.settle()
    for (const id of ids) expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
  })

  test('behavior: does not wait for a deployment that the owner requested', async () => {
    const seller = await planned()
    const { recipients } = await splitOf(seller)
    const body = {
      recipients: recipients.map(({ role: _role, ...recipient }) => recipient),
      deploy: 'now',
    }
    expect((await seller.act('/api/split/deploy', body)).json().split.status).toBe('pending')
    const { id, pay } = await throughGateway(seller)
    await pay(3_000_000n)
    await paying.watch()
    expect((await sent()).map(({ purpose }) => purpose)).toEqual([
      'split.create',
      'split.distribute',
    ])

    await paying.settle()
    expect(await shown(seller)).toMatchObject({ status: 'deployed' })
    expect((await sent()).map(({ recipient }) => recipient)).toEqual([
      splitFactory.address,
      multicall3,
    ])
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
  })

  test('behavior: is retried with backoff after it reverted', async () => {
    const { ctx } = paying.app
    const seller = await planned()
    const split = await splitOf(seller)
    const id = await payTokens(seller)
    await flush()
    const latest = await (ctx.chain as Chain).findBlock('latest')
    const blockNumber = (latest?.number ?? 0n) + 1n
    for (const [index, minutes] of [4, 8].entries()) {
      await endOutgoing(ctx.db, deploymentKey(split, index + 1), 'reverted', { blockNumber })
      expect(await relay(ctx)).toMatchObject({ distributions: 0 })
      expect(await shown(seller)).toEqual({ status: 'failed', deployedTx: null })
      ctx.clock.advance(minutes * MINUTE_MS - 1)
      expect(await relay(ctx)).toMatchObject({ distributions: 0 })
      ctx.clock.advance(1)
      expect(await relay(ctx)).toMatchObject({ distributions: 1 })
      expect(await shown(seller)).toEqual({ status: 'pending', deployedTx: null })
    }
    await paying.settle()
    expect(await shown(seller)).toMatchObject({ status: 'deployed' })
    expect((await sent()).map(({ key }) => key)).toEqual(
      [1, 2, 3].map((attempt) => deploymentKey(split, attempt)),
    )
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
    const { rows } = await ctx.db.query(
      'select distribute_failures, distribute_after from split_totals where split = $1',
      [split.address],
    )
    expect(rows).toEqual([{ distribute_failures: 0, distribute_after: '0' }])
  })

  test('behavior: works when a third party deployed the split', async () => {
    const seller = await planned()
    const { args, salt } = predictSplit(await splitOf(seller))
    const functionName = 'create'
    const data = encodeFunctionData({ abi: splitFactoryAbi, functionName, args: [args, salt] })
    await paying.send(paying.buyer, splitFactory.address, data)
    const id = await payTokens(seller)
    await paying.settle()
    expect(await shown(seller)).toMatchObject({ status: 'deployed' })
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
  })
})

describe('distributions', { timeout: 60_000 }, () => {
  test('default: a recipient that refuses keeps its claim, and the others are paid', async () => {
    const refuser = aWallet()
    const seller = await aSellerWith({ [refuser]: 1 })
    const { id, to, units } = await nativeOrder(seller)
    const before = await paying.balanceOf('ETH', platform)
    await paying.pay('ETH', { from: paying.buyer, to, units })
    await paying.settle(20)

    expect(await paying.balanceOf('ETH', seller.wallet)).toBe((units * 9_949n) / 10_000n)
    expect((await paying.balanceOf('ETH', platform)) - before).toBe((units * 50n) / 10_000n)
    const claim = await (paying.app.ctx.chain as Chain).readContract({
      address: (await splitOf(seller)).address,
      abi: merchantSplitAbi,
      functionName: 'releasable',
      args: [nativeToken, refuser],
    })
    expect(claim).toBe(units / 10_000n)
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
    expect((await sent()).map(({ gas }) => gas)).toEqual(['1500000'])
  })

  test('behavior: a recipient that refuses native tokens does not delay later ones', async () => {
    const seller = await aSellerWith({ [aWallet()]: 1 })
    for (const count of [1, 2, 3]) {
      const { id, to, units } = await nativeOrder(seller)
      await paying.pay('ETH', { from: paying.buyer, to, units })
      await paying.settle(20)
      expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
      expect(await sent()).toHaveLength(count)
    }
  })

  test('behavior: wait for nothing after a third party was faster', async () => {
    const seller = await planned(true)
    await paying.settle()
    const { id, pay } = await throughGateway(seller)
    await pay(3_000_000n)
    await flush()
    const isOfTokens = ({ purpose }: SentTransaction) => purpose === 'split.distribute'
    expect((await sent()).filter(isOfTokens)).toHaveLength(1)
    const args = [paying.tokenOf('USDC')] as const
    const data = encodeFunctionData({ abi: merchantSplitAbi, functionName: 'distribute', args })
    await paying.send(paying.buyer, (await splitOf(seller)).address, data)
    await paying.settle(20)
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
    const { rows } = await paying.app.ctx.db.query(
      'select distribute_failures, distribute_after from split_totals where merchant = $1',
      [seller.wallet],
    )
    expect(rows).toEqual([{ distribute_failures: 0, distribute_after: '0' }])
  })

  test('behavior: recipients that burn gas are paid, and delay later native tokens but no ERC-20 tokens', async () => {
    const refusers = Array.from({ length: 14 }, () => [aWallet(), 1] as const)
    const seller = await aSellerWith(Object.fromEntries(refusers))
    const { id, to, units } = await nativeOrder(seller)
    await paying.pay('ETH', { from: paying.buyer, to, units })
    await paying.settle(20)
    expect(await paying.balanceOf('ETH', seller.wallet)).toBe((units * 9_936n) / 10_000n)
    expect(await statusOf(seller, id)).toMatch(/^(completed|reconciled)$/)
    expect((await sent()).map(({ gas }) => gas)).toEqual(['5400000'])

    const later = await nativeOrder(seller)
    await paying.pay('ETH', { from: paying.buyer, to: later.to, units: later.units })
    await payTokens(seller)
    await paying.settle()
    expect((await sent()).map(({ purpose }) => purpose)).toEqual([
      'split.distribute_coin',
      'split.distribute',
    ])
    paying.app.ctx.clock.advance(4 * MINUTE_MS)
    await paying.settle()
    expect(await sent()).toHaveLength(3)
  })

  test('behavior: a split never distributes dust, however long it waits', async () => {
    const seller = await planned(true)
    const { pay } = await throughGateway(seller)
    await paying.settle()
    await pay(9_999n)
    await read()
    paying.app.ctx.clock.advance(48 * 60 * MINUTE_MS)
    expect(await relay(live)).toMatchObject({ distributions: 0 })
    await pay(1n)
    await read()
    expect(await relay(live)).toMatchObject({ distributions: 1 })
    await paying.settle()
  })
})
