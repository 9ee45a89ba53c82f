import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  addressOf,
  decode,
  encode,
  headersOf,
  type Market,
  type PaymentRequirements,
  requiredOf,
  startMarket,
} from '../../../test/fixtures/agent.js'
import type { Hex } from '../../platform/chain/chain.js'
import { multicall3 } from '../../platform/chain/contracts.js'

const tokenAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transfer(address to, uint256 units)',
])
const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call[] calls) payable returns ((bool success, bytes returnData)[])',
])

let market: Market
let agent: Agent
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
  agent = await market.anAgent(10_000_000_000n)
}, 60_000)
afterAll(() => market.close())

const price = 12_060_000n
const challenge = async () => requiredOf(await market.post(market.order()))
const balance = () => market.balanceOf('USDC', agent.payer.address)
const received = (required: PaymentRequirements) =>
  market.balanceOf('USDC', addressOf(required.payTo))

/** Returns the statement that a signed receipt makes. */
const statementIn = ({ extensions }: { extensions: Record<string, { info: SignedReceipt }> }) =>
  extensions['offer-receipt']?.info.receipt.signature.split('.')[1]
type SignedReceipt = { receipt: { signature: string } }

type SignedTransfer = Awaited<ReturnType<Agent['sign']>>
function transferOf({ signature, authorization }: SignedTransfer): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
  })
}

/** Returns the status, the error and whether a new price was offered. */
async function refusal(
  payload: object,
  headers: Record<string, string>,
  required: PaymentRequirements,
) {
  const response = await market.post(payload, headers)
  const isFresh = response.statusCode === 402 && requiredOf(response).payTo !== required.payTo
  return [response.statusCode, response.json().error, isFresh]
}

describe('redeem: refuses a payment that does not fit, with a new price', () => {
  test('error: the body is another order', async () => {
    const required = await challenge()
    const headers = await agent.pay(required)
    const other = market.order([{ sku: 'T', qty: 3 }])
    expect(await refusal(other, headers, required)).toEqual([402, 'quote_of_another_order', true])
  })

  test('error: the amount that the client echoes is ignored', async () => {
    const required = await challenge()
    const signed = await agent.sign(required, { value: 1n })
    const headers = headersOf(signed, { required: { ...required, amount: '1' } })
    const reason = 'invalid_exact_evm_payload_authorization_value_mismatch'
    expect(await refusal(market.order(), headers, required)).toEqual([402, reason, true])
  })

  test('error: a value changed after signing', async () => {
    const required = await challenge()
    const signed = await agent.sign(required, { value: 1n })
    signed.authorization.value = String(price)
    const headers = headersOf(signed, { required })
    const reason = 'invalid_exact_evm_signature'
    expect(await refusal(market.order(), headers, required)).toEqual([402, reason, true])
  })

  test('error: a signature that cannot be decoded', async () => {
    const required = await challenge()
    const signed = await agent.sign(required)
    signed.signature = `${signed.signature}${'6492'.repeat(16)}`
    const headers = headersOf(signed, { required })
    const reason = 'invalid_exact_evm_signature'
    expect(await refusal(market.order(), headers, required)).toEqual([402, reason, true])
  })

  test('error: more than the price', async () => {
    const required = await challenge()
    const headers = await agent.pay(required, { value: price + 1n })
    const reason = 'invalid_exact_evm_payload_authorization_value_mismatch'
    expect(await refusal(market.order(), headers, required)).toEqual([402, reason, true])
  })

  test('error: another recipient', async () => {
    const required = await challenge()
    const headers = await agent.pay(required, { payTo: agent.payer.account.address })
    expect(await refusal(market.order(), headers, required)).toEqual([402, 'quote_not_found', true])
  })

  test('error: a signature that has expired, or stays valid for days', async () => {
    const required = await challenge()
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const reason = 'invalid_exact_evm_payload_authorization_valid_before'
    const expired = await agent.pay(required, { validBefore: nowSeconds - 1 })
    expect(await refusal(market.order(), expired, required)).toEqual([402, reason, true])
    const long = await agent.pay(required, { validBefore: nowSeconds + 3 * 86_400 })
    expect(await refusal(market.order(), long, required)).toEqual([402, reason, true])
  })

  test('error: a wallet without money', async () => {
    const poor = await market.anAgent(1n)
    const required = await challenge()
    const headers = await poor.pay(required)
    const reason = 'invalid_exact_evm_insufficient_balance'
    expect(await refusal(market.order(), headers, required)).toEqual([402, reason, true])
  })

  test('error: nothing was charged, and no refused payment stays claimed', async () => {
    expect(await balance()).toBe(10_000_000_000n)
    const { rows } = await market.app.ctx.db.query('select state from x402_claims')
    expect(rows).toEqual([])
  })
})

describe('redeem', () => {
  test('behavior: a price is honored after the shop has changed it', async () => {
    const required = await challenge()
    const pricier = { sku: 'T', name: 'Tea', priceUsd: 20, stockQty: 1_000 }
    await market.shop.post('/api/inventory', pricier)
    const paidResponse = await market.post(market.order(), await agent.pay(required))
    await market.shop.post('/api/inventory', { ...pricier, priceUsd: 12 })
    expect(paidResponse.json().receipt).toMatchObject({ totalUsd: 12.06, status: 'paid' })
  })

  test('behavior: the same payment again needs the Idempotency-Key of the first request', async () => {
    const required = await challenge()
    const before = await balance()
    const headers = await agent.pay(required)
    const key = { 'idempotency-key': 'a secret' }
    const first = await market.post(market.order(), { ...headers, ...key })
    expect(first.statusCode, first.body).toBe(200)

    const repeatedResponse = await market.post(market.order(), { ...headers, ...key })
    expect(repeatedResponse.statusCode).toBe(200)
    expect(repeatedResponse.json().receipt.receiptId).toBe(first.json().receipt.receiptId)
    const [settled, repeated] = [first, repeatedResponse].map(({ headers }) =>
      decode(String(headers['payment-response'])),
    )
    expect(repeated.transaction).toBe(settled.transaction)
    expect(statementIn(repeated)).toEqual(statementIn(settled))

    const others: [object, Record<string, string>][] = [
      [market.order(), {}],
      [market.order(), { 'idempotency-key': 'a guess' }],
      [market.order([{ sku: 'T', qty: 2 }]), key],
    ]
    for (const [payload, other] of others) {
      const response = await market.post(payload, { ...headers, ...other })
      expect([response.statusCode, response.json().error]).toEqual([409, 'payment_already_used'])
    }
    expect(before - (await balance())).toBe(price)
  })

  test('behavior: a repeated response has the current status, and is signed only while it is paid', {
    tags: 'slow',
  }, async () => {
    const required = await challenge()
    const headers = { ...(await agent.pay(required)), 'idempotency-key': 'a secret' }
    expect((await market.post(market.order(), headers)).json().receipt.status).toBe('paid')
    const { quoteId } = required.extra
    const status = async () => (await market.shop.get(`/api/receipts/${quoteId}`)).json().status
    await expect.poll(status).toMatch(/completed|reconciled/)
    const { db } = market.app.ctx
    await db.query(`update receipts set status = 'refunded' where id = $1`, [quoteId])
    const repeatedResponse = await market.post(market.order(), headers)
    expect(repeatedResponse.json().receipt).toMatchObject({
      receiptId: quoteId,
      status: 'refunded',
    })
    expect(decode(String(repeatedResponse.headers['payment-response'])).extensions).toEqual({})
  })

  test('behavior: without a key no response is repeated, and an id of the payment serves as key', {
    tags: 'slow',
  }, async () => {
    const bare = await agent.pay(await challenge())
    expect((await market.post(market.order(), bare)).statusCode).toBe(200)
    expect((await market.post(market.order(), bare)).json().error).toBe('payment_already_used')

    const named = await agent.pay(await challenge(), { paymentId: 'payment-1234567890' })
    expect((await market.post(market.order(), named)).statusCode).toBe(200)
    expect((await market.post(market.order(), named)).statusCode).toBe(200)
  })

  test.each([4, 50])('behavior: %i copies at once are settled once', async (copies) => {
    const required = await challenge()
    const before = await balance()
    const headers = await agent.pay(required)
    const responses = await Promise.all(
      Array.from({ length: copies }, () => market.post(market.order(), headers)),
    )
    const errors = responses
      .filter(({ statusCode }) => statusCode !== 200)
      .map((response) => `${response.statusCode} ${response.json().error}`)
    expect(errors).toHaveLength(copies - 1)
    for (const error of errors) {
      expect(['409 payment_in_progress', '409 payment_already_used']).toContain(error)
    }
    expect(before - (await balance())).toBe(price)
    const { rows } = await market.app.ctx.db.query(
      `select count(*)::int as count from outgoing_transactions o
         join x402_claims c on c.transaction_id = o.id where c.receipt_id = $1`,
      [required.extra.quoteId],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('error: a second payment for the same order', async () => {
    const required = await challenge()
    const [first, second] = await Promise.all([agent.pay(required), agent.pay(required)])
    expect((await market.post(market.order(), first)).statusCode).toBe(200)
    const reason = 'quote_already_paid'
    expect(await refusal(market.order(), second, required)).toEqual([402, reason, true])
  })

  test('error: the order was paid by a transfer', { tags: 'slow' }, async () => {
    const required = await challenge()
    const to = addressOf(required.payTo)
    await market.pay('USDC', { from: market.buyer, to, units: price })
    const status = async () =>
      (await market.shop.get(`/api/receipts/${required.extra.quoteId}`)).json().paymentStatus
    await expect.poll(status).toMatch(/paid|completed/)
    const headers = await agent.pay(required)
    expect(await refusal(market.order(), headers, required)).toEqual([
      402,
      'quote_already_paid',
      true,
    ])
  })

  test('behavior: an authorization that someone else submitted before is credited once and answered', async () => {
    const required = await challenge()
    const before = await balance()
    const signed = await agent.sign(required)
    await market.send(market.buyer, addressOf(required.asset), transferOf(signed))
    const response = await market.post(market.order(), headersOf(signed, { required }))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().receipt).toMatchObject({
      receiptId: required.extra.quoteId,
      status: 'paid',
    })
    expect(before - (await balance())).toBe(price)
    const repeatedResponse = await market.post(market.order(), headersOf(signed, { required }))
    expect(repeatedResponse.json().error).toBe('payment_already_used')
  })

  test('behavior: an executed payment is answered after its signature has expired', async () => {
    const required = await challenge()
    // The reference implementation refuses signatures that end within six seconds.
    const validBefore = Math.floor(Date.now() / 1_000) + 5
    const signed = await agent.sign(required, { validBefore })
    await market.send(market.buyer, addressOf(required.asset), transferOf(signed))
    const response = await market.post(market.order(), headersOf(signed, { required }))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().receipt).toMatchObject({ receiptId: required.extra.quoteId })
  })

  test('error: the nonce was used for another transfer', async () => {
    const required = await challenge()
    const used = await agent.sign(required, { payTo: market.buyer })
    await market.send(market.buyer, addressOf(required.asset), transferOf(used))
    const { nonce } = used.authorization
    const headers = await agent.pay(required, { nonce })
    const reason = 'invalid_exact_evm_nonce_already_used'
    expect(await refusal(market.order(), headers, required)).toEqual([402, reason, true])
    expect(await received(required)).toBe(0n)
  })

  test('behavior: two equal amounts of one payer in one transaction pay two orders', async () => {
    const orders = [await challenge(), await challenge()]
    const signed = await Promise.all(orders.map((required) => agent.sign(required)))
    const target = addressOf(orders[0]?.asset ?? '')
    const calls = signed.map((payment) => ({
      target,
      allowFailure: false,
      callData: transferOf(payment),
    }))
    const data = encodeFunctionData({ abi: multicallAbi, args: [calls] })
    const hash = await market.send(market.buyer, multicall3, data)
    for (const [index, required] of orders.entries()) {
      const headers = headersOf(signed[index] as SignedTransfer, { required })
      const response = await market.post(market.order(), headers)
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json().receipt).toMatchObject({
        receiptId: required.extra.quoteId,
        transactionHash: hash,
      })
    }
  })

  test('error: sold out before money moves', async () => {
    const item = { sku: 'S', name: 'Single', priceUsd: 12, stockQty: 1 }
    await market.shop.post('/api/inventory', item)
    const order = market.order([{ sku: 'S', qty: 1 }])
    const [first, second] = [
      requiredOf(await market.post(order)),
      requiredOf(await market.post(order)),
    ]
    expect((await market.post(order, await agent.pay(first))).statusCode).toBe(200)
    const before = await balance()
    const headers = await agent.pay(second)
    const response = await market.post(order, headers)
    expect([response.statusCode, response.json().error]).toEqual([400, 'insufficient_stock'])
    expect(await balance()).toBe(before)
    // The payment can still be used once there is stock again.
    await market.shop.post('/api/inventory', { ...item, stockQty: 1 })
    expect((await market.post(order, headers)).statusCode).toBe(200)
  })

  test('error: a payment for an expired price, unless it was executed', async () => {
    const [required, paid] = [await challenge(), await challenge()]
    const signed = await agent.sign(paid)
    await market.send(market.buyer, addressOf(paid.asset), transferOf(signed))
    await market.advance(301_000)
    const late = await market.post(market.order(), headersOf(signed, { required: paid }))
    expect(late.statusCode, late.body).toBe(200)
    expect(late.json().receipt).toMatchObject({ receiptId: paid.extra.quoteId })
    const headers = await agent.pay(required)
    expect(await refusal(market.order(), headers, required)).toEqual([402, 'quote_expired', true])
  })

  test('error: a payment without a body', async () => {
    const headers = { 'x-payment': encode({}) }
    expect((await market.post(undefined, headers)).json().error).toBe('invalid_payment')
    const paying = await agent.pay(await challenge())
    expect((await market.post(undefined, paying)).json().error).toBe('invalid_input')
  })
})
