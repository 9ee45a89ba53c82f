import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPayer, aSalt, tooFarAhead } from '../../../test/fixtures/authorization.js'
import {
  authorize,
  refusalOf,
  type SigningBuyer,
  type SigningBuyers,
  startSigningBuyers,
} from '../../../test/fixtures/signing-buyers.js'
import { toUnixSeconds } from '../../lib/time.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { getReceipt } from '../receipts/read/get-receipt.js'
import { encodeAuthorization } from './encode-authorization.js'
import { readAuthorization } from './read-authorization.js'

const erc20 = parseAbi(['function blacklist(address account)'])

let paying: SigningBuyers
beforeAll(async () => {
  paying = await startSigningBuyers()
}, 60_000)
afterAll(() => paying.close())

describe('POST /api/portal/:id/authorize', () => {
  describe('rejected payments', () => {
    let buyer: SigningBuyer
    beforeEach(async () => {
      buyer = await paying.signer({ payer: paying.refusedPayer })
    })

    async function expectRefused(body: object, words: string): Promise<void> {
      expect(await refusalOf(buyer, body)).toMatchObject([
        400,
        'invalid_input',
        expect.stringContaining(words),
      ])
      expect(await paying.planned(buyer)).toEqual([])
      expect((await buyer.view()).payment.sent).toBeNull()
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

    test('error: rejects a signature for another receipt', { tags: 'slow' }, async () => {
      const other = await paying.signer()
      const body = await other.sign()
      await expectRefused(body, 'USDC rejects')
      expect((await authorize(other, body)).statusCode).toBe(200)
      await paying.untilPaid(other)
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
      const poor = await paying.signer({ payer: await aPayer(paying, { units: 11_999_999n }) })
      const refusal = await refusalOf(poor, await poor.sign())
      expect(await paying.planned(poor)).toEqual([])
      expect(refusal).toMatchObject([
        400,
        'invalid_input',
        expect.stringContaining('not hold enough'),
      ])
    })

    test('error: rejects a wallet that the token blocks', async () => {
      buyer = await paying.signer()
      const args = [buyer.payer.address] as const
      const data = encodeFunctionData({ abi: erc20, functionName: 'blacklist', args })
      await paying.send(paying.buyer, paying.tokenOf('USDC'), data)
      await expectRefused(await buyer.sign(), 'blocked')
    })

    test('error: rejects a signature that was submitted elsewhere, which still pays', async () => {
      buyer = await paying.signer()
      const body = await buyer.sign()
      const token = paying.tokenOf('USDC')
      const { merchant, receiptId: id } = buyer
      const { config } = paying.app.ctx
      const deposit = depositOf(config, await getReceipt(paying.app.ctx, { merchant, id }))
      const { data } = await encodeAuthorization(readAuthorization(body), { deposit, token })
      await paying.send(paying.buyer, paymentGateway.address, data)
      await expectRefused(body, 'already used')
      await paying.untilPaid(buyer)
    })

    test('error: rejects a token that the shop does not accept', async () => {
      await expectRefused({ ...(await buyer.sign()), token: 'EURC' }, 'does not accept EURC')
    })
  })

  test('error: rejects a paid receipt', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const { receiptId } = buyer
    await paying.seller.act('/api/receipts/status', { receiptId, status: 'paid' })
    expect(await refusalOf(buyer, body)).toMatchObject([
      400,
      'invalid_input',
      'This receipt is already paid.',
    ])
    expect((await buyer.view()).payment.gasless).toBeNull()
  })

  test('error: rejects an expired receipt, even if partially paid', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const { db } = paying.app.ctx
    await db.query(`update receipts set expires_at = $3 where merchant = $1 and id = $2`, [
      buyer.merchant,
      buyer.receiptId,
      paying.app.ctx.now(),
    ])
    expect(await refusalOf(buyer, body)).toMatchObject([
      400,
      'invalid_input',
      'This receipt has expired.',
    ])
    await buyer.pay({ units: 1_000_000n })
    expect((await buyer.view()).payment).toMatchObject({ dueUsd: 11, gasless: null })
  })

  test('error: rejects an amount below a cent', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign({ units: 9_999n })
    await buyer.pay({ units: 11_990_001n })
    expect((await buyer.view()).payment).toMatchObject({ dueUsd: 0.009999, gasless: null })
    expect(await refusalOf(buyer, body)).toMatchObject([
      400,
      'invalid_input',
      expect.stringContaining('too small for a gasless payment'),
    ])
  })

  test("error: no token, or another receipt's", async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const other = await paying.signer({ payer: paying.refusedPayer })
    const payload = await buyer.sign()
    const post = async (headers: Record<string, string>) => {
      const url = `/api/portal/${buyer.receiptId}/authorize`
      return (await paying.app.inject({ method: 'POST', url, payload, headers })).statusCode
    }
    expect(await post({})).toBe(401)
    expect(await post({ 'x-portal-token': other.portalToken })).toBe(403)
    expect(await paying.planned(buyer)).toEqual([])
  })
})
