// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Agent,
  addressOf,
  headersOf,
  type Market,
  type PaymentRequirements,
  requiredOf,
  startMarket,
} from '../../../../test/fixtures/agent.js'
import type { RunContractCheck } from '../../../auth/contract-checks.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import type { Chain, Hex } from '../../../platform/chain/chain.js'
import { orderRequest } from '../orders/order-request.js'
import { readOrder } from '../orders/read-order.js'
import { planRequest } from '../plans/plan-request.js'
import { redeem } from '../redeem.js'
import { readProof } from '../wire/read-proof.js'
import { findClaim } from './claim-store.js'
import { reconcileClaims } from './reconcile-claims.js'
import { waitForClaim } from './wait-for-claim.js'

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 units)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
const chainId = 84_532

// The sender and the watcher run only when a test says so.
let market: Market
let agent: Agent
beforeAll(async () => {
  market = await startMarket({ CONFIRMATIONS: '3' })
  await market.settle()
  agent = await market.anAgent(10_000_000_000n)
}, 60_000)
afterAll(() => market.close())

const signal = new AbortController().signal
const challenge = async () => requiredOf(await market.post(market.order()))
const key = { 'idempotency-key': 'a secret' }

/** Redeems a payment as the route does. */
function present(
  headers: Record<string, string>,
  maxWaitMs = 60_000,
  runContractCheck: RunContractCheck = (check) => check(),
  ctx = market.app.ctx,
) {
  const proof = readProof(headers, { chainId })
  if (!proof) throw new Error('there is no payment')
  return redeem(ctx, {
    request: orderRequest(ctx, {
      directory: { get: expect.unreachable, findFormerHolder: expect.unreachable },
      order: readOrder(market.order()),
      network: 'n',
      countOffer: async () => {},
    }),
    proof,
    idempotencyKey: key['idempotency-key'],
    runContractCheck,
    maxWaitMs,
  })
}

const claimOf = async (required: PaymentRequirements) => {
  const { rows } = await market.app.ctx.db.query(
    'select state, transaction_hash, error from x402_claims where receipt_id = $1',
    [required.extra.quoteId],
  )
  return rows[0]
}
const receiptOf = async (required: PaymentRequirements) =>
  (await market.shop.get(`/api/receipts/${required.extra.quoteId}`)).json()
const reserved = async () => (await market.shop.stock())['T']?.[1]
const isOnInclusion = async (required: PaymentRequirements) => {
  const { rows } = await market.app.ctx.db.query<{ on_inclusion: boolean }>(
    'select on_inclusion from settlements where receipt_id = $1',
    [required.extra.quoteId],
  )
  return rows[0]?.on_inclusion
}
const isPlanned = async () => {
  const { rows } = await market.app.ctx.db.query(
    `select from outgoing_transactions where state = 'planned'`,
  )
  return rows.length > 0
}
/** Encodes the call by which anyone can submit a payment. */
function transferOf({ signature, authorization }: Awaited<ReturnType<Agent['sign']>>): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const times = [BigInt(validAfter), BigInt(validBefore)] as const
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), ...times, nonce, signature],
  })
}

/** Waits again for the payment of an order, but not for a block. `node` replaces the chain. */
async function waitAgain(required: PaymentRequirements, node = market.app.ctx.chain) {
  const { ctx } = market.app
  const { rows } = await ctx.db.query<{ payer: Address; nonce: Hash; asset: Address }>(
    'select payer, nonce, asset from x402_claims where receipt_id = $1',
    [required.extra.quoteId],
  )
  const [key] = rows
  const claim = key ? await findClaim(ctx.db, { chainId, ...key }) : null
  if (!claim || !node) throw new Error('there is no claim')
  return waitForClaim(ctx, { claim, chain: node, maxWaitMs: 0 })
}

/** Sends our transaction and another one, which the next block executes before ours. */
async function overtake(headers: Record<string, string>, call: { from: Hex; data: Hex; to: Hex }) {
  onTestFinished(async () => void (await market.chain.call('evm_setAutomine', true)))
  await market.chain.call('evm_setAutomine', false)
  await expect(present(headers, 0)).rejects.toMatchObject({ code: 'failed' })
  await market.sender.runRound()
  const fee = '0x174876e800'
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  await market.chain.call('eth_sendTransaction', { ...call, ...fees, gas: '0x30d40' })
  await market.mine()
  await market.sender.runRound()
}

/** A node that does not have the newest block yet. */
async function aLaggingNode(): Promise<Chain> {
  const { chain } = market.app.ctx
  const head = await chain?.findBlock('latest')
  if (!chain || !head) throw new Error('the chain has no blocks')
  const blockNumber = head.number - 1n
  return {
    ...chain,
    findBlock: () => chain.findBlock(blockNumber),
    readContract: (call) => chain.readContract({ ...call, blockNumber }),
  }
}

/** Runs the sender and the watcher until a request is answered. */
async function drive<Result>(settlement: Promise<Result>): Promise<Result> {
  let isDone = false
  const settled = Promise.allSettled([settlement]).then(() => {
    isDone = true
  })
  while (!isDone) {
    await market.sender.runRound()
    await market.watch()
  }
  await settled
  return settlement
}

/** Runs the reconciler after the request's own time has passed. */
async function reconcile() {
  await market.advance(61_000)
  return reconcileClaims.run(market.app.ctx, signal)
}

describe('settling', { timeout: 60_000 }, () => {
  test('behavior: a payment in no block yet is pending, holds the stock and is finished later', async () => {
    const required = await challenge()
    const headers = await agent.pay(required)
    onTestFinished(async () => void (await market.chain.call('evm_setAutomine', true)))
    await market.chain.call('evm_setAutomine', false)
    await expect(present(headers, 0)).rejects.toMatchObject({ code: 'failed' })
    await market.sender.runRound()
    await expect(waitAgain(required)).rejects.toMatchObject({
      code: 'failed',
      fields: {
        reason: 'settlement_pending',
        transactionHash: expect.stringMatching(/^0x/),
        receiptId: required.extra.quoteId,
        retryable: true,
      },
      retryAfterMs: 5_000,
    })
    expect(await reserved()).toBe(1)
    const earlyResponse = await market.post(market.order(), { ...headers, ...key })
    expect([earlyResponse.statusCode, earlyResponse.json().reason]).toEqual([
      500,
      'settlement_pending',
    ])
    expect(earlyResponse.headers['retry-after']).toBe('5')

    await market.chain.call('evm_setAutomine', true)
    await market.mine()
    await market.sender.runRound()
    expect(await reconcile()).toEqual({ ended: 1 })
    await market.settle()
    const doneResponse = await market.post(market.order(), { ...headers, ...key })
    expect(doneResponse.statusCode, doneResponse.body).toBe(200)
    expect(doneResponse.json().receipt).toMatchObject({ status: 'paid' })
  })

  test('behavior: a repeated payment looks at the chain once per second, and is answered once it is settled', async () => {
    const required = await challenge()
    const headers = await agent.pay(required)
    onTestFinished(async () => void (await market.chain.call('evm_setAutomine', true)))
    await market.chain.call('evm_setAutomine', false)
    await expect(present(headers, 0)).rejects.toMatchObject({ code: 'failed' })
    await market.sender.runRound()
    const { ctx } = market.app
    const start = ctx.now() + 2_000
    const repeat = (afterMs: number) =>
      present(headers, 0, undefined, { ...ctx, now: () => unixMs(start + afterMs) })
    const pending = {
      fields: {
        reason: 'settlement_pending',
        transactionHash: expect.stringMatching(/^0x/),
        receiptId: required.extra.quoteId,
      },
    }
    await expect(repeat(0)).rejects.toMatchObject(pending)
    await market.chain.call('evm_setAutomine', true)
    await market.mine()
    await market.sender.runRound()
    await expect(repeat(999)).rejects.toMatchObject(pending)
    expect(await repeat(1_000)).toMatchObject({
      kind: 'paid',
      body: { receipt: { receiptId: required.extra.quoteId, status: 'paid' } },
    })
    await market.settle()
  })

  test('error: a third party learns nothing about a payment on its way, and never gets its response', async () => {
    const required = await challenge()
    const headers = await agent.pay(required)
    await expect(present(headers, 0)).rejects.toMatchObject({ code: 'failed' })
    const earlyResponse = await market.post(market.order(), headers)
    expect([earlyResponse.statusCode, earlyResponse.json().error]).toEqual([
      409,
      'payment_in_progress',
    ])
    await market.advance(20_000)
    const pending = { reason: 'settlement_pending', transactionHash: null, receiptId: null }
    const lateResponse = await market.post(market.order(), headers)
    expect([lateResponse.statusCode, lateResponse.json()]).toEqual([
      500,
      expect.objectContaining(pending),
    ])
    await market.settle()
    expect((await market.post(market.order(), headers)).json()).toMatchObject(pending)
    expect(await claimOf(required)).toMatchObject({ state: 'settling' })
    await reconcile()
    const used = await market.post(market.order(), headers)
    expect([used.statusCode, used.json().error]).toEqual([409, 'payment_already_used'])
  })

  test('behavior: a repeated request gets the key of a plan if the first one waits no longer', async () => {
    const { ctx } = market.app
    const subscribe = { method: 'POST', url: '/api/x402/subscribe' } as const
    const payload = { planKey: 'pro' }
    const required = requiredOf(await market.app.inject({ ...subscribe, payload }))
    const proof = readProof(await agent.pay(required), { chainId })
    if (!proof) throw new Error('there is no payment')
    const buy = (afterMs: number) =>
      redeem(
        { ...ctx, now: () => unixMs(ctx.now() + afterMs) },
        {
          request: planRequest(ctx, 'pro'),
          proof,
          idempotencyKey: key['idempotency-key'],
          runContractCheck: (check) => check(),
          maxWaitMs: 0,
        },
      )
    await expect(buy(0)).rejects.toMatchObject({ code: 'failed' })
    await market.settle()
    await expect(buy(2_000)).rejects.toMatchObject({ fields: { reason: 'settlement_pending' } })
    const sold = { kind: 'paid', body: { plan: 'pro', apiKey: expect.stringMatching(/^tly_/) } }
    expect(await buy(20_000)).toMatchObject(sold)
    expect(await buy(20_000)).toMatchObject({ kind: 'paid', body: { apiKey: null } })
  })

  test('behavior: the receipt is paid in the first block, and distributed after confirmations', async () => {
    const required = await challenge()
    expect(await drive(present(await agent.pay(required)))).toMatchObject({ kind: 'paid' })
    expect(await receiptOf(required)).toMatchObject({ status: 'paid' })
    const postings = async () => {
      const { rows } = await market.app.ctx.db.query<{ kind: string }>(
        'select kind from ledger_postings where receipt_id = $1 order by kind',
        [required.extra.quoteId],
      )
      return rows.map(({ kind }) => kind)
    }
    expect(await postings()).toEqual([])
    await market.mine(3)
    await market.settle()
    await market.mine(3)
    await market.settle()
    expect(await postings()).toContain('sale')
    expect((await receiptOf(required)).status).toMatch(/^(completed|reconciled)$/)
  })

  test('behavior: a reorganization takes a paid receipt back, and the payment is sent again', async () => {
    const snapshot = await market.chain.call('evm_snapshot')
    const required = await challenge()
    await drive(present(await agent.pay(required)))
    await market.chain.call('evm_revert', snapshot)
    await market.mine(2)
    await market.watch()
    expect((await receiptOf(required)).status).not.toBe('paid')
    await market.settle(30)
    await market.mine(4)
    await market.settle(30)
    expect((await receiptOf(required)).status).toMatch(/^(paid|completed|reconciled)$/)
    expect(await market.balanceOf('USDC', addressOf(required.payTo))).toBeLessThanOrEqual(
      BigInt(required.amount),
    )
  })

  test('error: a wallet emptied after verification pays nothing, and frees the stock', async () => {
    const poor = await market.anAgent(12_060_000n)
    const required = await challenge()
    const signed = await poor.sign(required)
    const headers = headersOf(signed, { required })
    const paying = present(headers)
    await expect.poll(isPlanned, { timeout: 20_000 }).toBe(true)
    expect(await reserved()).toBe(1)
    await market.chain.call('anvil_setBalance', poor.payer.address, '0xde0b6b3a7640000')
    await market.chain.call('anvil_impersonateAccount', poor.payer.address)
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [market.buyer, 12_060_000n],
    })
    await market.send(poor.payer.address, addressOf(required.asset), data)
    expect(await drive(paying)).toEqual({
      kind: 'refused',
      reason: 'invalid_exact_evm_transaction_failed',
    })
    expect(await claimOf(required)).toMatchObject({ state: 'failed' })
    expect(await reserved()).toBe(0)
    // Other payments of the order wait for confirmations.
    expect(await isOnInclusion(required)).toBe(false)

    // The payment stays valid. When the wallet has money again, anyone can submit it.
    const refill = { from: market.buyer, to: poor.payer.address, units: 12_060_000n }
    await market.pay('USDC', refill)
    await market.send(market.buyer, addressOf(required.asset), transferOf(signed))
    expect(await drive(present(headers))).toMatchObject({ kind: 'paid' })
  })

  test('behavior: someone else submits the payment while ours is planned', async () => {
    const required = await challenge()
    const signed = await agent.sign(required)
    const before = await market.balanceOf('USDC', agent.payer.address)
    const paying = present(headersOf(signed, { required }))
    await expect.poll(isPlanned, { timeout: 20_000 }).toBe(true)
    const hash = await market.send(market.buyer, addressOf(required.asset), transferOf(signed))
    expect(await drive(paying)).toMatchObject({
      kind: 'paid',
      body: { receipt: { status: 'paid' } },
    })
    expect(await claimOf(required)).toMatchObject({ state: 'settled', transaction_hash: hash })
    expect(before - (await market.balanceOf('USDC', agent.payer.address))).toBe(12_060_000n)
  })

  test('behavior: ours reverted because of another submission that a node does not show yet', async () => {
    const required = await challenge()
    const signed = await agent.sign(required)
    const to = addressOf(required.asset)
    const call = { from: market.buyer, to, data: transferOf(signed) }
    await overtake(headersOf(signed, { required }), call)
    await expect(waitAgain(required, await aLaggingNode())).rejects.toMatchObject({
      fields: { reason: 'settlement_pending' },
    })
    expect(await reserved()).toBe(1)
    await market.watch()
    expect(await waitAgain(required)).toMatchObject({ kind: 'paid' })
  })

  test('behavior: ours reverted in a block that a reorganization may still remove', async () => {
    const poor = await market.anAgent(12_060_000n)
    const from = poor.payer.address
    await market.chain.call('anvil_setBalance', from, '0xde0b6b3a7640000')
    await market.chain.call('anvil_impersonateAccount', from)
    const required = await challenge()
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [market.buyer, 12_060_000n],
    })
    await overtake(await poor.pay(required), { from, to: addressOf(required.asset), data })
    await expect(waitAgain(required)).rejects.toMatchObject({
      fields: { reason: 'settlement_pending' },
    })
    expect(await reserved()).toBe(1)
    await market.mine(2)
    await market.sender.runRound()
    expect(await waitAgain(required)).toMatchObject({ kind: 'refused' })
    expect(await reserved()).toBe(0)
  })

  test('behavior: a failed payment of another wallet does not free the stock of a payment on its way', async () => {
    const required = await challenge()
    await expect(present(await agent.pay(required), 0)).rejects.toMatchObject({ code: 'failed' })
    expect(await reserved()).toBe(1)
    const other = await market.anAgent()
    const used = await other.sign(required, { payTo: market.buyer })
    await market.send(market.buyer, addressOf(required.asset), transferOf(used))
    const { nonce } = used.authorization
    expect(await present(await other.pay(required, { nonce }))).toMatchObject({ kind: 'refused' })
    expect(await reserved()).toBe(1)
    expect(await isOnInclusion(required)).toBe(true)
    await market.settle()
    expect((await receiptOf(required)).status).toMatch(/^(paid|completed|reconciled)$/)
  })

  test('error: the limit of contract checks holds for a wallet with code whose key has signed', async () => {
    const delegating = await market.anAgent()
    // Accepts every signature (EIP-1271).
    const code = '0x631626ba7e60e01b60005260206000f3'
    await market.chain.call('anvil_setCode', delegating.payer.address, code)
    const headers = await delegating.pay(await challenge())
    const refuse: RunContractCheck = async () => {
      throw new Error('too many checks')
    }
    await expect(present(headers, 0, refuse)).rejects.toThrow('too many checks')
  })

  test('behavior: someone else submits the payment of a plan while ours is planned, so no key is shown', async () => {
    const { ctx } = market.app
    const subscribe = { method: 'POST', url: '/api/x402/subscribe' } as const
    const payload = { planKey: 'pro' }
    const required = requiredOf(await market.app.inject({ ...subscribe, payload }))
    const signed = await agent.sign(required)
    const proof = readProof(headersOf(signed, { required }), { chainId })
    if (!proof) throw new Error('there is no payment')
    const buying = redeem(ctx, {
      request: planRequest(ctx, 'pro'),
      proof,
      idempotencyKey: null,
      runContractCheck: (check) => check(),
    })
    await expect.poll(isPlanned, { timeout: 20_000 }).toBe(true)
    await market.send(market.buyer, addressOf(required.asset), transferOf(signed))
    expect(await drive(buying)).toMatchObject({
      kind: 'paid',
      body: { plan: 'pro', apiKey: null, message: expect.stringContaining('SIGN-IN-WITH-X') },
    })
  })

  test('behavior: a claim that its request left before money could move is forgotten', async () => {
    const required = await challenge()
    const headers = await agent.pay(required)
    const { chain } = market.app.ctx
    const broken = {
      ...market.app.ctx,
      chain: chain && { ...chain, findCode: () => new Promise<null>(() => {}) },
    }
    const proof = readProof(headers, { chainId })
    if (!proof) throw new Error('there is no payment')
    void redeem(broken, {
      request: orderRequest(market.app.ctx, {
        directory: { get: expect.unreachable, findFormerHolder: expect.unreachable },
        order: readOrder(market.order()),
        network: 'n',
        countOffer: async () => {},
      }),
      proof,
      idempotencyKey: null,
      runContractCheck: (check) => check(),
    })
    await expect
      .poll(() => claimOf(required), { timeout: 20_000 })
      .toMatchObject({ state: 'claimed' })
    await reconcile()
    expect(await claimOf(required)).toBeUndefined()
  })
})
