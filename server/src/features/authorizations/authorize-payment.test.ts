import { parseAbi } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  anAcceptedAuthorization,
  lackMoney,
  moveTo,
} from '../../../test/fixtures/accepted-authorization.js'
import { aPayer, aSalt, aSigningBuyer, tooFarAhead } from '../../../test/fixtures/authorization.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { RunContractCheck } from '../../auth/contract-checks.js'
import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Address } from '../../lib/hex.js'
import { toUnixSeconds } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import { cancelPlanned } from '../../platform/chain/outgoing/progress-store.js'
import type { Context } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { onAuthorizationAccepted, onAuthorizationFailed } from '../portal/authorization-progress.js'
import { findSession } from '../portal/session-store.js'
import { getReceipt } from '../receipts/get-receipt.js'
import { statusFacts } from '../receipts/status/statuses.js'
import { authorizePayment } from './authorize-payment.js'
import { encodeAuthorization } from './encode-authorization.js'
import { endAuthorizations } from './end-authorizations.js'
import { readAuthorization } from './read-authorization.js'

const erc20 = parseAbi(['function blacklist(address account)'])
/** Code of a wallet that accepts every signature (EIP-1271). */
const vouching = '0x631626ba7e60e01b60005260206000f3'

/** The same, after a loop of about 30,000 iterations. */
const greedy = '0x6175305b6001900380600357631626ba7e60e01b60005260206000f3'

let paying: Paying
let seller: Seller
/** A wallet whose payments are always rejected, so its balance stays. */
let refusedPayer: Awaited<ReturnType<typeof aPayer>>
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app)
  refusedPayer = await aPayer(paying)
}, 60_000)
afterAll(() => paying.close())

type Buyer = Awaited<ReturnType<typeof aSigningBuyer>>
let made = 0
/** A buyer of a new receipt of the same merchant. */
function signer(options: Parameters<typeof aSigningBuyer>[1] = {}): Promise<Buyer> {
  made += 1
  return aSigningBuyer(paying, { id: `r-${made}`, seller, ...options })
}

const job = endAuthorizations({ onFailed: onAuthorizationFailed })
const end = () => job.run(paying.app.ctx, new AbortController().signal)

const authorize = ({ post }: Buyer, body: object) => post('authorize', body)
const errorOf = async ({ post }: Buyer, body: object) => {
  const response = await post('authorize', body)
  return [response.statusCode, response.json().error, response.json().message]
}

/** Runs rounds of watcher and sender until a condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    if (await isSo()) return
    await paying.look()
    await paying.sender.runRound()
  }
  throw new Error('the condition did not hold within 20 rounds')
}

/** Waits until the receipt is paid. */
function untilPaid({ merchant, receiptId: id }: Buyer): Promise<void> {
  const { ctx } = paying.app
  return until(async () => statusFacts[(await getReceipt(ctx, { merchant, id })).status].isPaid)
}

/** Lists the planned transactions of a receipt. */
async function planned({ merchant, receiptId }: PortalRef) {
  const { rows } = await paying.app.ctx.db.query<{
    state: string
    recipient: string
    error: string | null
  }>(
    `select o.state, o.recipient, o.error
     from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
     where a.merchant = $1 and a.receipt_id = $2 and o.merchant = $1
       and o.purpose like 'payment.authorized%' order by a.created_at`,
    [merchant, receiptId],
  )
  return rows
}

/** Takes all tokens from a payer, so that the signed payment fails. */
async function empty({ payer }: Buyer): Promise<void> {
  const units = await paying.balanceOf('USDC', payer.address)
  await paying.chain.call('anvil_impersonateAccount', payer.address)
  await paying.chain.call('anvil_setBalance', payer.address, '0xde0b6b3a7640000')
  await paying.pay('USDC', { from: payer.address, to: aWallet(), units })
}

describe('POST /api/portal/:id/authorize', () => {
  test('default: submits and pays without any ETH of the buyer', async () => {
    const buyer = await aSigningBuyer(paying)
    expect((await buyer.look()).payment.sent).toBeNull()
    const response = await authorize(buyer, await buyer.sign())
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({ ok: true, txHash: null })
    expect(await planned(buyer)).toEqual([
      { state: 'planned', recipient: paymentGateway.address, error: null },
    ])
    const at = paying.app.ctx.now()
    expect(await buyer.look()).toMatchObject({
      status: 'pending',
      payment: { dueUsd: 12, sent: { txHash: null, at, isOurs: true } },
    })

    await paying.sender.runRound()
    const { payment } = await buyer.look()
    expect(payment.sent).toEqual({
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      at,
      isOurs: true,
    })
    await paying.settle()
    expect(await buyer.look()).toMatchObject({
      status: 'completed',
      transactionHash: payment.sent.txHash,
      payment: { dueUsd: 0, paidUsd: 12, sent: null, gasless: null },
    })
    expect((await buyer.receipt()).buyerWallet.toLowerCase()).toBe(buyer.payer.address)
    expect(await paying.balanceOf('ETH', buyer.payer.address)).toBe(0n)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(88_000_000n)
    expect(await paying.balanceOf('USDC', buyer.merchant)).toBe(11_940_000n)
  })

  test('default: pays a receipt in euros with EURC', async () => {
    const bill = { currency: 'EUR', lineItems: [{ label: 'Tea', amount: 10 }], totalUsd: undefined }
    const payer = await aPayer(paying, { symbol: 'EURC' })
    const buyer = await signer({ body: bill, payer })
    expect((await authorize(buyer, await buyer.sign({ symbol: 'EURC' }))).statusCode).toBe(200)
    await untilPaid(buyer)
    expect(await paying.balanceOf('EURC', buyer.payer.address)).toBe(90_000_000n)
  })

  test('behavior: a repeated request is the same payment, before and after it arrives', async () => {
    const buyer = await signer()
    const body = await buyer.sign()
    const [one, other] = await Promise.all([authorize(buyer, body), authorize(buyer, body)])
    expect([one.statusCode, other.statusCode]).toEqual([200, 200])
    await untilPaid(buyer)
    const again = await authorize(buyer, body)
    expect(again.json()).toEqual({ ok: true, txHash: (await buyer.look()).transactionHash })
    expect(await planned(buyer)).toHaveLength(1)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(88_000_000n)
  })

  test('behavior: accepts one of two concurrent authorizations', async () => {
    const buyer = await signer()
    const bodies = [await buyer.sign(), await buyer.sign()]
    const responses = await Promise.all(bodies.map((body) => authorize(buyer, body)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await untilPaid(buyer)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(88_000_000n)
  })

  test('behavior: rejects another one until a mined payment is recorded', async () => {
    const buyer = await signer()
    const next = await buyer.sign()
    await authorize(buyer, await buyer.sign())
    const isInBlock = async () => /mined|final/.test((await planned(buyer))[0]?.state ?? '')
    for (let round = 0; round < 9 && !(await isInBlock()); round += 1) {
      await paying.sender.runRound()
    }
    expect(await isInBlock()).toBe(true)
    expect((await buyer.look()).payment).toMatchObject({ dueUsd: 12, sent: expect.anything() })
    expect(await errorOf(buyer, next)).toMatchObject([
      409,
      'conflict',
      expect.stringContaining('on its way'),
    ])
    await untilPaid(buyer)
    expect((await buyer.look()).payment.sent).toBeNull()
  })

  test('behavior: pays the rest after a partial payment', async () => {
    const buyer = await signer()
    const whole = await buyer.sign()
    const to = await paying.depositOf(buyer.merchant, buyer.receiptId)
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.look()
    expect(await errorOf(buyer, whole)).toMatchObject([
      400,
      'invalid_input',
      expect.stringContaining('7000000 units'),
    ])
    await authorize(buyer, await buyer.sign())
    await untilPaid(buyer)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(93_000_000n)
  })

  test('behavior: a page without the signature of its link can pay, and starts no checkout', async () => {
    const { app } = paying
    const buyer = await signer()
    const { merchant, receiptId } = buyer
    const path = `/api/portal/${receiptId}`
    const { portalToken } = (await app.inject(`${path}?recipient=${merchant}`)).json()
    const response = await app.inject({
      method: 'POST',
      url: `${path}/authorize`,
      headers: { 'x-portal-token': portalToken },
      payload: await buyer.sign(),
    })
    expect(response.statusCode, response.body).toBe(200)
    expect(await findSession(app.ctx.db, { merchant, receiptId })).toBeNull()
    await untilPaid(buyer)
  })

  test('behavior: allows another attempt after a failure, five at most', async () => {
    const buyer = await signer()
    await buyer.checkOut()
    const [body, next] = [await buyer.sign(), await buyer.sign()]
    for (let before = 0; before < 4; before += 1) {
      const id = await anAcceptedAuthorization(paying.app.ctx, buyer)
      await moveTo(paying.app.ctx, { id, state: 'failed', hash: null })
    }
    await end()
    expect((await authorize(buyer, body)).statusCode).toBe(200)
    expect((await buyer.look()).payment.sent).not.toBeNull()
    await empty(buyer)
    await until(async () => (await planned(buyer)).every(({ state }) => state !== 'planned'))
    expect((await planned(buyer)).map(({ state }) => state)).toEqual(Array(5).fill('failed'))
    expect((await buyer.look()).payment.sent).toBeNull()

    for (const [again, words] of [
      [next, 'at most 5'],
      [body, 'This payment failed'],
    ] as const) {
      expect(await errorOf(buyer, again)).toMatchObject([
        400,
        'invalid_input',
        expect.stringContaining(words),
      ])
    }
    const { timeline: before } = await buyer.receipt()
    await end()
    const { status, timeline } = await buyer.receipt()
    expect(status).toBe('pending')
    expect(timeline.slice(before.length)).toMatchObject([
      { status: 'attempt_failed', by: 'portal', failureCode: 'PORTAL_CHAIN_TX_REVERTED' },
    ])
  })

  test('behavior: is not offered while the relayer lacks gas', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const id = await anAcceptedAuthorization(paying.app.ctx, buyer)
    await lackMoney(paying.app.ctx, id)
    expect((await buyer.look()).payment.gasless).toBeNull()
    await moveTo(paying.app.ctx, { id, state: 'failed', hash: null })
    expect((await buyer.look()).payment.gasless).not.toBeNull()
  })

  test('behavior: accepts the signature of a contract wallet', async () => {
    const buyer = await signer()
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    const body = { ...(await buyer.sign()), signature: `0x${'5a'.repeat(300)}` }
    expect((await authorize(buyer, body)).statusCode).toBe(200)
    await untilPaid(buyer)
  })

  describe('rejected payments', () => {
    let buyer: Buyer
    beforeEach(async () => {
      buyer = await signer({ payer: refusedPayer })
    })

    async function expectRefused(body: object, words: string): Promise<void> {
      expect(await errorOf(buyer, body)).toMatchObject([
        400,
        'invalid_input',
        expect.stringContaining(words),
      ])
      expect(await planned(buyer)).toEqual([])
      expect((await buyer.look()).payment.sent).toBeNull()
    }

    test('error: rejects the signature of another wallet', async () => {
      await expectRefused(await buyer.sign({ as: paying.buyer }), 'USDC rejects')
    })

    test.each(['payer', 'salt'] as const)(
      'error: rejects a signature for another %s',
      async (name) => {
        const other = { payer: paying.buyer, salt: aSalt() }
        await expectRefused({ ...(await buyer.sign()), [name]: other[name] }, 'USDC rejects')
      },
    )

    test.each([11_999_999n, 12_000_001n])(
      'error: rejects %d units instead of 12000000',
      async (units) => {
        await expectRefused(await buyer.sign({ units }), '12000000 units of USDC')
      },
    )

    test('error: rejects an amount changed after signing', async () => {
      const body = await buyer.sign({ units: 1n })
      await expectRefused({ ...body, amountUnits: '12000000' }, 'USDC rejects')
    })

    test('error: rejects a signature for another receipt', async () => {
      const other = await signer()
      const body = await other.sign()
      await expectRefused(body, 'USDC rejects')
      expect((await authorize(other, body)).statusCode).toBe(200)
      await untilPaid(other)
      await expectRefused(body, 'USDC rejects')
      expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    })

    test('error: rejects times out of range', async () => {
      const now = toUnixSeconds(paying.app.ctx.now())
      const ahead = (seconds: number) => buyer.sign({ validBefore: now + seconds })
      await expectRefused(await ahead(-1), 'at least 60 seconds')
      await expectRefused(await ahead(59), 'at least 60 seconds')
      await expectRefused(await ahead(tooFarAhead), 'at most 24 hours')
      await expectRefused(await buyer.sign({ validAfter: now + 1 }), 'not be in the future')
    })

    test('error: rejects times changed after signing', async () => {
      const body = await buyer.sign()
      await expectRefused({ ...body, validBefore: body.validBefore - 1 }, 'USDC rejects')
    })

    test('error: rejects a wallet with too low a balance', async () => {
      const poor = await signer({ payer: await aPayer(paying, { units: 11_999_999n }) })
      const refusal = await errorOf(poor, await poor.sign())
      expect(await planned(poor)).toEqual([])
      expect(refusal).toMatchObject([
        400,
        'invalid_input',
        expect.stringContaining('not hold enough'),
      ])
    })

    test('error: rejects a wallet that the token blocks', async () => {
      buyer = await signer()
      const args = [buyer.payer.address] as const
      const data = encodeFunctionData({ abi: erc20, functionName: 'blacklist', args })
      await paying.send(paying.buyer, paying.tokenOf('USDC'), data)
      await expectRefused(await buyer.sign(), 'blocked')
    })

    test('error: rejects a signature that was submitted elsewhere, which still pays', async () => {
      buyer = await signer()
      const body = await buyer.sign()
      const token = paying.tokenOf('USDC')
      const { merchant, receiptId: id } = buyer
      const { config } = paying.app.ctx
      const deposit = depositOf(config, await getReceipt(paying.app.ctx, { merchant, id }))
      const { data } = await encodeAuthorization(readAuthorization(body), { deposit, token })
      await paying.send(paying.buyer, paymentGateway.address, data)
      await expectRefused(body, 'already used')
      await untilPaid(buyer)
    })

    test('error: rejects a token that the shop does not accept', async () => {
      await expectRefused({ ...(await buyer.sign()), token: 'EURC' }, 'does not accept EURC')
    })
  })

  test('error: rejects a paid receipt', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const { receiptId } = buyer
    await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
    expect(await errorOf(buyer, body)).toMatchObject([
      400,
      'invalid_input',
      'This receipt is already paid.',
    ])
    expect((await buyer.look()).payment.gasless).toBeNull()
  })

  test('error: rejects an expired receipt, even if partially paid', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const { db } = paying.app.ctx
    await db.query(`update receipts set expires_at = $3 where merchant = $1 and id = $2`, [
      buyer.merchant,
      buyer.receiptId,
      paying.app.ctx.now(),
    ])
    expect(await errorOf(buyer, body)).toMatchObject([
      400,
      'invalid_input',
      'This receipt has expired.',
    ])
    await buyer.pay({ units: 1_000_000n })
    expect((await buyer.look()).payment).toMatchObject({ dueUsd: 11, gasless: null })
  })

  test('error: rejects an amount below a cent', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign({ units: 9_999n })
    await buyer.pay({ units: 11_990_001n })
    expect((await buyer.look()).payment).toMatchObject({ dueUsd: 0.009999, gasless: null })
    expect(await errorOf(buyer, body)).toMatchObject([
      400,
      'invalid_input',
      expect.stringContaining('too small for a gasless payment'),
    ])
  })

  test("error: no token, or another receipt's", async () => {
    const buyer = await signer({ payer: refusedPayer })
    const other = await signer({ payer: refusedPayer })
    const payload = await buyer.sign()
    const post = async (headers: Record<string, string>) => {
      const url = `/api/portal/${buyer.receiptId}/authorize`
      return (await paying.app.inject({ method: 'POST', url, payload, headers })).statusCode
    }
    expect(await post({})).toBe(401)
    expect(await post({ 'x-portal-token': other.portalToken })).toBe(403)
    expect(await planned(buyer)).toEqual([])
  })
})

describe('authorizePayment', () => {
  const by = (
    buyer: Buyer,
    ctx: Partial<Context>,
    body: object,
    runContractCheck: RunContractCheck = (check) => check(),
  ) =>
    authorizePayment(
      { ...paying.app.ctx, ...ctx },
      {
        ref: buyer,
        body,
        runContractCheck,
        isOfCheckout: true,
        onAccepted: onAuthorizationAccepted({ ...buyer, isLimited: false }),
      },
    )

  test('error: limits the payments that no key has signed', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const checked: string[] = []
    const refuse: RunContractCheck = async () => {
      checked.push('contract')
      const reached = { owner: 'network', most: 10, resetAt: 5 } as const
      throw limitReached('contract-signatures', reached)
    }
    const forged = { ...body, salt: aSalt() }
    await expect(by(buyer, {}, forged, refuse)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('Send a transfer from your wallet instead.'),
      fields: { limit: 'contract-signatures', resetAt: 5 },
    })
    expect(checked).toHaveLength(1)
    const simulate: Chain['simulate'] = async () => ({ kind: 'reverts', reason: 'blocked' })
    const chain = { ...(paying.app.ctx.chain as Chain), simulate }
    await expect(by(buyer, { chain }, body, refuse)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(checked).toHaveLength(1)
    expect(await planned(buyer)).toEqual([])
  })

  test('error: limits the payments of a wallet with code, although its key has signed', async () => {
    const buyer = await signer()
    const body = await buyer.sign()
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    const refuse: RunContractCheck = async () => {
      const reached = { owner: 'network', most: 10, resetAt: 5 } as const
      throw limitReached('contract-signatures', reached)
    }
    await expect(by(buyer, {}, body, refuse)).rejects.toMatchObject({
      fields: { limit: 'contract-signatures' },
    })
    expect(await planned(buyer)).toEqual([])
  })

  test('error: rejects without a relayer or a chain', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const config = { ...paying.app.ctx.config, relayerPrivateKey: undefined }
    for (const ctx of [{ config }, { chain: null }]) {
      await expect(by(buyer, ctx, body)).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect(await planned(buyer)).toEqual([])
  })

  test('error: changes nothing when the chain does not respond or has no gateway', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const real = paying.app.ctx.chain as Chain
    const away = async () => {
      throw new Error('connection refused')
    }
    const bare = async () => null
    for (const chain of [
      { ...real, simulate: away },
      { ...real, suggestFees: away },
      { ...real, findCode: bare },
    ]) {
      await expect(by(buyer, { chain }, body)).rejects.toMatchObject({ code: 'chain_unavailable' })
    }
    expect(await planned(buyer)).toEqual([])
    expect((await buyer.look()).payment.sent).toBeNull()
  })

  test('error: rejects a wallet whose verification uses too much gas', async () => {
    const buyer = await signer()
    const body = await buyer.sign()
    await paying.chain.call('anvil_setCode', buyer.payer.address, greedy)
    const refused = await authorize(buyer, body)
    expect(refused.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining('too much gas'),
    })
    expect(await planned(buyer)).toEqual([])
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    expect((await authorize(buyer, body)).statusCode).toBe(200)
    expect(await planned(buyer)).toHaveLength(1)
  })

  test('error: fails a wallet whose verification uses more gas when it is sent', async () => {
    const buyer = await signer()
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    expect((await authorize(buyer, await buyer.sign())).statusCode).toBe(200)
    await paying.chain.call('anvil_setCode', buyer.payer.address, greedy)
    await until(async () => (await planned(buyer)).every(({ state }) => state !== 'planned'))
    expect(await planned(buyer)).toMatchObject([
      {
        state: 'failed',
        error: expect.stringMatching(/reverted|out ?of ?gas/i),
      },
    ])
  })

  test('error: refuses while fees exceed the limit of the relayer', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const { config } = paying.app.ctx
    await expect(
      by(buyer, { config: { ...config, maxFeePerGas: 1n } }, body),
    ).rejects.toMatchObject({
      code: 'chain_unavailable',
      message: expect.stringContaining('Network fees are too high'),
    })
    expect(await planned(buyer)).toEqual([])
  })

  test('error: a payer over budget costs no call to the node', async () => {
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const { ctx } = paying.app
    const { id } = await planTransaction(ctx, {
      chainId: ctx.config.chainId,
      key: aSalt(),
      purpose: 'payment.authorized',
      merchant: buyer.merchant,
      payer: refusedPayer.address.toLowerCase() as Address,
      to: aWallet(),
      data: '0x',
      value: 0n,
      gas: 200_000_000n,
    })
    const away = new Proxy({} as Chain, {
      get: () => () => Promise.reject(new Error('must not be called')),
    })
    await expect(by(buyer, { chain: away }, body)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('Send a transfer from your wallet instead.'),
      fields: { resetAt: expect.any(Number) },
    })
    await cancelPlanned(ctx.db, { id, error: 'no longer needed' })
  })

  test('error: rejects when the receipt changes during the simulation', async () => {
    const { db } = paying.app.ctx
    const real = paying.app.ctx.chain as Chain
    const meanwhile = (work: () => Promise<unknown>): { chain: Chain } => ({
      chain: {
        ...real,
        async simulate(call) {
          const result = await real.simulate(call)
          await work()
          return result
        },
      },
    })
    const change =
      (sql: string, { merchant, receiptId: id }: Buyer) =>
      () =>
        db.query(`update receipts set ${sql} where merchant = $1 and id = $2`, [merchant, id])

    const cases = [
      [`status = 'paid'`, 'invalid_input'],
      [`expires_at = 1`, 'invalid_input'],
      [`payout_address = '${aWallet()}'`, 'conflict'],
      [`id = 'gone'`, 'not_found'],
    ] as const
    for (const [sql, code] of cases) {
      const buyer = await signer({ payer: refusedPayer })
      const body = await buyer.sign()
      const taking = by(buyer, meanwhile(change(sql, buyer)), body)
      await expect(taking, sql).rejects.toMatchObject({ code })
      expect(await planned(buyer)).toEqual([])
    }
    const buyer = await signer({ payer: refusedPayer })
    const body = await buyer.sign()
    const paid = meanwhile(() => buyer.pay({ units: 1_000_000n }))
    await expect(by(buyer, paid, body)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await planned(buyer)).toEqual([])
  })
})
