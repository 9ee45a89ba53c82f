import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lackMoney } from '../../../../test/fixtures/accepted-authorization.js'
import { aBuyer } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { listPaymentPriorities } from '../../../platform/chain/outgoing/relayer-keys.js'
import { cancelPlanned } from '../../../platform/chain/outgoing/stores/progress-store.js'
import { findPortalFacts } from './facts-store.js'

const chainId = 84_532
let app: TestApp
let merchant: Address
beforeAll(async () => {
  app = await createTestApp()
  const seller = await aSeller(app)
  merchant = seller.wallet
  const lineItems = [{ label: 'Tea', priceUsd: 4 }]
  await seller.post('/api/receipts', { id: 'r-1', lineItems, totalUsd: 4 })
})
afterAll(() => app.close())

describe('findPortalFacts', () => {
  test('default: returns a new receipt without payments', async () => {
    const which = { merchant, id: 'r-1', chainId, priorities: [0] }
    const unknown = { ...which, merchant: aWallet() }
    const [none, found] = await findPortalFacts(app.ctx.db, [unknown, which])
    expect(found).toMatchObject({
      receipt: { merchant, id: 'r-1' },
      refunds: [],
      returned: [],
      soldOut: [],
      quote: null,
      sent: null,
      payments: [],
      watches: [{ nativeUntil: 0 }],
      head: null,
      safe: null,
      lacksGas: false,
    })
    expect(none).toBeNull()
  })

  test('behavior: the fee of a charge is what the chain shows, once it is paid', async () => {
    const buyer = await aBuyer(app)
    const which = { merchant: buyer.merchant, id: buyer.receiptId, chainId, priorities: [0] }
    const bps = async () => (await findPortalFacts(app.ctx.db, [which]))[0]?.platformBps
    const where = 'where merchant = $1 and '
    const params = [buyer.merchant, buyer.receiptId]
    expect(await bps()).toBe(50)
    await app.ctx.db.query(`update receipts set kind = 'subscription' ${where} id = $2`, params)
    expect(await bps()).toBeNull()
    await buyer.pay({ units: 12_000_000n })
    await app.ctx.db.query(
      `update payments set kind = 'charge', fee_account = merchant, fee_units = 90000, split_fee_bps = 50
       ${where} receipt_id = $2`,
      params,
    )
    // 0.09 of 12 directly, and 0.5 % of the rest.
    expect(await bps()).toBe(125)
  })

  test('behavior: uses indexes', async () => {
    const which = { merchant, id: 'r-1', chainId, priorities: [0] }
    const plan = await planOf(app.ctx.db, (db) => findPortalFacts(db, [which]))
    expect(plan).not.toContain('Seq Scan')
  })

  test.each([
    ['does not concern', 'a key of its own', `0x${'7'.repeat(64)}`, false],
    ['concerns', 'the same key', undefined, true],
  ])(
    'behavior: a wallet of deployments without gas %s signed payments with %s',
    async (_does, _key, own, lacksGas) => {
      const { ctx } = app
      const { id } = await planTransaction(ctx, {
        chainId,
        key: aWallet(),
        purpose: 'split.create',
        merchant: '',
        to: aWallet(),
        data: '0x',
        value: 0n,
        gas: 400_000n,
      })
      await lackMoney(ctx, id)
      const priorities = listPaymentPriorities({
        ...ctx.config,
        relayerDeploymentsPrivateKey: own,
      })
      const which = { merchant, id: 'r-1', chainId, priorities }
      const [facts] = await findPortalFacts(ctx.db, [which])
      expect(facts).toMatchObject({ lacksGas })
      await cancelPlanned(ctx.db, { id, error: 'no longer needed' })
    },
  )
})
