// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anAcceptedAuthorization,
  lackMoney,
  moveTo,
} from '../../../test/fixtures/accepted-authorization.js'
import { aPayer, aSigningBuyer } from '../../../test/fixtures/authorization.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import {
  authorize,
  refusalOf,
  type SigningBuyer,
  type SigningBuyers,
  startSigningBuyers,
  vouching,
} from '../../../test/fixtures/signing-buyers.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { onAuthorizationFailed } from '../portal/checkout/apply-progress.js'
import { findSession } from '../portal/read-model/session-store.js'
import { endAuthorizations } from './end-authorizations.js'

let paying: SigningBuyers
beforeAll(async () => {
  paying = await startSigningBuyers()
}, 60_000)
afterAll(() => paying.close())

const job = endAuthorizations({ onFailed: onAuthorizationFailed })
const end = () => job.run(paying.app.ctx, new AbortController().signal)

/** Takes all tokens from a payer, so that the signed payment fails. */
async function empty({ payer }: SigningBuyer): Promise<void> {
  const units = await paying.balanceOf('USDC', payer.address)
  await paying.chain.call('anvil_impersonateAccount', payer.address)
  await paying.chain.call('anvil_setBalance', payer.address, '0xde0b6b3a7640000')
  await paying.pay('USDC', { from: payer.address, to: aWallet(), units })
}

describe('POST /api/portal/:id/authorize', () => {
  test('default: submits and pays without any ETH of the buyer', async () => {
    const buyer = await aSigningBuyer(paying)
    expect((await buyer.view()).payment.sent).toBeNull()
    const response = await authorize(buyer, await buyer.sign())
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({ ok: true, txHash: null })
    expect(await paying.planned(buyer)).toEqual([
      { state: 'planned', recipient: paymentGateway.address, error: null },
    ])
    const at = paying.app.ctx.now()
    expect(await buyer.view()).toMatchObject({
      status: 'pending',
      payment: { dueUsd: 12, sent: { txHash: null, at, isOurs: true } },
    })

    await paying.sender.runRound()
    const { payment } = await buyer.view()
    expect(payment.sent).toEqual({
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      at,
      isOurs: true,
    })
    await paying.settle()
    expect(await buyer.view()).toMatchObject({
      status: 'completed',
      transactionHash: payment.sent.txHash,
      payment: { dueUsd: 0, paidUsd: 12, sent: null, gasless: null },
    })
    expect((await buyer.receipt()).buyerWallet.toLowerCase()).toBe(buyer.payer.address)
    expect(await paying.balanceOf('ETH', buyer.payer.address)).toBe(0n)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(88_000_000n)
    expect(await paying.balanceOf('USDC', buyer.merchant)).toBe(11_940_000n)
  })

  test('error: a suspended merchant takes no signed payments', async () => {
    const buyer = await aSigningBuyer(paying)
    const signed = await buyer.sign()
    const sql = 'update merchants set suspended_at = 1 where wallet = $1'
    await paying.app.ctx.db.query(sql, [buyer.merchant])
    const response = await authorize(buyer, signed)
    expect(response.json()).toMatchObject({ error: 'merchant_suspended' })
    expect(await paying.planned(buyer)).toEqual([])
  })

  test('default: pays a receipt in euros with EURC', async () => {
    const bill = { currency: 'EUR', lineItems: [{ label: 'Tea', amount: 10 }], totalUsd: undefined }
    const payer = await aPayer(paying, { symbol: 'EURC' })
    const buyer = await paying.signer({ body: bill, payer })
    expect((await authorize(buyer, await buyer.sign({ symbol: 'EURC' }))).statusCode).toBe(200)
    await paying.untilPaid(buyer)
    expect(await paying.balanceOf('EURC', buyer.payer.address)).toBe(90_000_000n)
  })

  test('behavior: a repeated request is the same payment, before and after it arrives', async () => {
    const buyer = await paying.signer()
    const body = await buyer.sign()
    const [first, second] = await Promise.all([authorize(buyer, body), authorize(buyer, body)])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    await paying.untilPaid(buyer)
    const repeatedResponse = await authorize(buyer, body)
    expect(repeatedResponse.json()).toEqual({
      ok: true,
      txHash: (await buyer.view()).transactionHash,
    })
    expect(await paying.planned(buyer)).toHaveLength(1)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(88_000_000n)
  })

  test('behavior: accepts one of two concurrent authorizations', async () => {
    const buyer = await paying.signer()
    const bodies = [await buyer.sign(), await buyer.sign()]
    const responses = await Promise.all(bodies.map((body) => authorize(buyer, body)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await paying.untilPaid(buyer)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(88_000_000n)
  })

  test('behavior: rejects another one until a mined payment is recorded', async () => {
    const buyer = await paying.signer()
    const next = await buyer.sign()
    await authorize(buyer, await buyer.sign())
    const isInBlock = async () => /mined|final/.test((await paying.planned(buyer))[0]?.state ?? '')
    for (let round = 0; round < 9 && !(await isInBlock()); round += 1) {
      await paying.sender.runRound()
    }
    expect(await isInBlock()).toBe(true)
    expect((await buyer.view()).payment).toMatchObject({ dueUsd: 12, sent: expect.anything() })
    expect(await refusalOf(buyer, next)).toMatchObject([
      409,
      'conflict',
      expect.stringContaining('on its way'),
    ])
    await paying.untilPaid(buyer)
    expect((await buyer.view()).payment.sent).toBeNull()
  })

  test('behavior: pays the rest after a partial payment', async () => {
    const buyer = await paying.signer()
    const whole = await buyer.sign()
    const to = await paying.depositOf(buyer.merchant, buyer.receiptId)
    await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
    await paying.watch()
    expect(await refusalOf(buyer, whole)).toMatchObject([
      400,
      'invalid_input',
      expect.stringContaining('7000000 units'),
    ])
    await authorize(buyer, await buyer.sign())
    await paying.untilPaid(buyer)
    expect(await paying.balanceOf('USDC', buyer.payer.address)).toBe(93_000_000n)
  })

  test('behavior: a page without the signature of its link can pay, and starts no checkout', async () => {
    const { app } = paying
    const buyer = await paying.signer()
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
    await paying.untilPaid(buyer)
  })

  test('behavior: allows another attempt after a failure, five at most', async () => {
    const buyer = await paying.signer()
    await buyer.checkOut()
    const [body, next] = [await buyer.sign(), await buyer.sign()]
    for (let before = 0; before < 4; before += 1) {
      const id = await anAcceptedAuthorization(paying.app.ctx, buyer)
      await moveTo(paying.app.ctx, { id, state: 'failed', hash: null })
    }
    await end()
    expect((await authorize(buyer, body)).statusCode).toBe(200)
    expect((await buyer.view()).payment.sent).not.toBeNull()
    await empty(buyer)
    await paying.until(async () =>
      (await paying.planned(buyer)).every(({ state }) => state !== 'planned'),
    )
    expect((await paying.planned(buyer)).map(({ state }) => state)).toEqual(Array(5).fill('failed'))
    expect((await buyer.view()).payment.sent).toBeNull()

    for (const [again, message] of [
      [next, 'at most 5'],
      [body, 'This payment failed'],
    ] as const) {
      expect(await refusalOf(buyer, again)).toMatchObject([
        400,
        'invalid_input',
        expect.stringContaining(message),
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
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const id = await anAcceptedAuthorization(paying.app.ctx, buyer)
    await lackMoney(paying.app.ctx, id)
    expect((await buyer.view()).payment.gasless).toBeNull()
    await moveTo(paying.app.ctx, { id, state: 'failed', hash: null })
    expect((await buyer.view()).payment.gasless).not.toBeNull()
  })

  test('behavior: accepts the signature of a contract wallet', async () => {
    const buyer = await paying.signer()
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    const body = { ...(await buyer.sign()), signature: `0x${'5a'.repeat(300)}` }
    expect((await authorize(buyer, body)).statusCode).toBe(200)
    await paying.untilPaid(buyer)
  })
})
