import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { baseUnits, cents, micros } from '../../lib/money.js'
import { assetName } from '../../platform/chain/assets/asset-name.js'
import { findToken } from '../../platform/chain/tokens.js'
import { manualPaymentEntries, paymentEntries } from './entries.js'
import { post } from './post.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/ledger/trial-balance'

describe(`GET ${url}`, () => {
  test('default', async () => {
    const { wallet: merchant, apiKey } = await aDeveloper(app.ctx)
    const usdc = findToken(84532, 'USDC')
    if (!usdc) throw new Error('the chain has no USDC')
    const asset = assetName({ chainId: 84532, token: usdc.address })
    const posting = { merchant, at: app.ctx.now(), receiptId: 'r-1', transactionHash: null }
    const units = baseUnits(1_000_001n)
    const paid = { asset, units, usdMicros: micros(1_000_001n), legs: [] }
    await post(app.ctx, { ...posting, key: 'a', kind: 'payment', entries: paymentEntries(paid) })
    const entries = manualPaymentEntries({ usdCents: cents(450n) })
    await post(app.ctx, { ...posting, key: 'b', kind: 'mark', entries })

    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })
    expect(response.statusCode).toBe(200)
    const token = { asset, symbol: 'USDC' }
    const dollars = { asset: 'USD', symbol: 'USD' }
    const debit = { debit: '4.5', credit: '0', balance: '4.5', balanceUnits: '450' }
    const credit = { debit: '0', credit: '4.5', balance: '-4.5', balanceUnits: '-450' }
    expect(response.json()).toEqual({
      ok: true,
      accounts: [
        {
          account: 'custody',
          ...token,
          debit: '1.000001',
          credit: '0',
          balance: '1.000001',
          balanceUnits: '1000001',
          balanceUsd: 1.000001,
        },
        { account: 'customer_credit', ...dollars, ...credit, balanceUsd: -4.5 },
        {
          account: 'customer_credit',
          ...token,
          debit: '0',
          credit: '1.000001',
          balance: '-1.000001',
          balanceUnits: '-1000001',
          balanceUsd: -1.000001,
        },
        { account: 'due:manual', ...dollars, ...credit, balanceUsd: -4.5 },
        { account: 'manual', ...dollars, ...debit, balanceUsd: 4.5 },
        { account: 'proceeds', ...dollars, ...debit, balanceUsd: 4.5 },
      ],
      totals: [
        { asset: 'USD', debit: '9', credit: '9', balance: '0' },
        { asset, debit: '1.000001', credit: '1.000001', balance: '0' },
      ],
      balanced: true,
    })
  })

  test('behavior: returns an empty balance to a signed-in person', async () => {
    const { headers } = await signIn(app)
    const response = await app.inject({ url, headers })
    expect(response.json()).toEqual({ ok: true, accounts: [], totals: [], balanced: true })
  })

  test('error: refuses a key without the scope', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['shop:read'] })
    const response = await app.inject({ url, headers: { 'x-api-key': apiKey } })
    expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
  })
})
