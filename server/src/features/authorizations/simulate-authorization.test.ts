import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSalt } from '../../../test/fixtures/authorization.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import {
  authorize,
  greedy,
  type SigningBuyer,
  type SigningBuyers,
  startSigningBuyers,
  vouching,
} from '../../../test/fixtures/signing-buyers.js'
import type { RunContractCheck } from '../../auth/contract-checks.js'
import type { Address } from '../../lib/hex.js'
import type { Chain } from '../../platform/chain/chain.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import { cancelPlanned } from '../../platform/chain/outgoing/stores/progress-store.js'
import type { Context } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { onAuthorizationAccepted } from '../portal/checkout/apply-progress.js'
import { authorizePayment } from './authorize-payment.js'

let paying: SigningBuyers
beforeAll(async () => {
  paying = await startSigningBuyers()
}, 60_000)
afterAll(() => paying.close())

describe('authorizePayment', () => {
  const by = (
    buyer: SigningBuyer,
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
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const checked: string[] = []
    const refuse: RunContractCheck = async () => {
      checked.push('contract')
      const reached = { owner: 'network', max: 10, resetAt: 5 } as const
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
    expect(await paying.planned(buyer)).toEqual([])
  })

  test('error: limits the payments of a wallet with code, although its key has signed', async () => {
    const buyer = await paying.signer()
    const body = await buyer.sign()
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    const refuse: RunContractCheck = async () => {
      const reached = { owner: 'network', max: 10, resetAt: 5 } as const
      throw limitReached('contract-signatures', reached)
    }
    await expect(by(buyer, {}, body, refuse)).rejects.toMatchObject({
      fields: { limit: 'contract-signatures' },
    })
    expect(await paying.planned(buyer)).toEqual([])
  })

  test('error: rejects without a relayer or a chain', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const config = { ...paying.app.ctx.config, relayerPrivateKey: undefined }
    for (const ctx of [{ config }, { chain: null }]) {
      await expect(by(buyer, ctx, body)).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect(await paying.planned(buyer)).toEqual([])
  })

  test('error: changes nothing when the chain does not respond or has no gateway', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
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
    expect(await paying.planned(buyer)).toEqual([])
    expect((await buyer.view()).payment.sent).toBeNull()
  })

  test('error: rejects a wallet whose verification uses too much gas', async () => {
    const buyer = await paying.signer()
    const body = await buyer.sign()
    await paying.chain.call('anvil_setCode', buyer.payer.address, greedy)
    const refused = await authorize(buyer, body)
    expect(refused.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining('too much gas'),
    })
    expect(await paying.planned(buyer)).toEqual([])
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    expect((await authorize(buyer, body)).statusCode).toBe(200)
    expect(await paying.planned(buyer)).toHaveLength(1)
  })

  test('error: fails a wallet whose verification uses more gas when it is sent', async () => {
    const buyer = await paying.signer()
    await paying.chain.call('anvil_setCode', buyer.payer.address, vouching)
    expect((await authorize(buyer, await buyer.sign())).statusCode).toBe(200)
    await paying.chain.call('anvil_setCode', buyer.payer.address, greedy)
    await paying.until(async () =>
      (await paying.planned(buyer)).every(({ state }) => state !== 'planned'),
    )
    expect(await paying.planned(buyer)).toMatchObject([
      {
        state: 'failed',
        error: expect.stringMatching(/reverted|out ?of ?gas/i),
      },
    ])
  })

  test('error: refuses while fees exceed the limit of the relayer', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const { config } = paying.app.ctx
    await expect(
      by(buyer, { config: { ...config, maxFeePerGas: 1n } }, body),
    ).rejects.toMatchObject({
      code: 'chain_unavailable',
      message: expect.stringContaining('Network fees are too high'),
    })
    expect(await paying.planned(buyer)).toEqual([])
  })

  test('error: a payer over budget costs no call to the node', async () => {
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const { ctx } = paying.app
    const { id } = await planTransaction(ctx, {
      chainId: ctx.config.chainId,
      key: aSalt(),
      purpose: 'payment.authorized',
      merchant: buyer.merchant,
      payer: paying.refusedPayer.address.toLowerCase() as Address,
      to: aWallet(),
      data: '0x',
      value: 0n,
      gas: 200_000_000n,
    })
    const hiddenChain = new Proxy({} as Chain, {
      get: () => () => Promise.reject(new Error('must not be called')),
    })
    await expect(by(buyer, { chain: hiddenChain }, body)).rejects.toMatchObject({
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
      (sql: string, { merchant, receiptId: id }: SigningBuyer) =>
      () =>
        db.query(`update receipts set ${sql} where merchant = $1 and id = $2`, [merchant, id])

    const cases = [
      [`status = 'paid'`, 'invalid_input'],
      [`expires_at = 1`, 'invalid_input'],
      [`payout_address = '${aWallet()}'`, 'conflict'],
      [`id = 'gone'`, 'not_found'],
    ] as const
    for (const [sql, code] of cases) {
      const buyer = await paying.signer({ payer: paying.refusedPayer })
      const body = await buyer.sign()
      const taking = by(buyer, meanwhile(change(sql, buyer)), body)
      await expect(taking, sql).rejects.toMatchObject({ code })
      expect(await paying.planned(buyer)).toEqual([])
    }
    const buyer = await paying.signer({ payer: paying.refusedPayer })
    const body = await buyer.sign()
    const paid = meanwhile(() => buyer.pay({ units: 1_000_000n }))
    await expect(by(buyer, paid, body)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await paying.planned(buyer)).toEqual([])
  })
})
