import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lackMoney } from '../../../test/fixtures/accepted-authorization.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { planOf } from '../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import { cancelPlanned } from '../../platform/chain/outgoing/progress-store.js'
import { listPaymentPriorities } from '../../platform/chain/outgoing/relayer-keys.js'
import { listVersions } from './live/version-store.js'
import { getChainState, listIssuers, listIssuersPaidAt } from './store.js'

const chainId = 84_532
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('listIssuers', () => {
  test('behavior: uses an index', async () => {
    const plan = await planOf(ctx.db, (db) => listIssuers(db, 'r-1'))
    expect(plan).toContain('receipts_id')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('listIssuersPaidAt', () => {
  test('behavior: uses indexes', async () => {
    const recipient = aWallet()
    const plan = await planOf(ctx.db, (db) =>
      listIssuersPaidAt(db, { id: 'r-1', recipient, chainId }),
    )
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('getChainState', () => {
  test('default: returns empty state for an unknown receipt', async () => {
    const receipt = {
      merchant: aWallet(),
      receiptId: 'r-1',
      chainId,
      depositAddress: aWallet(),
      priorities: [0],
    }
    expect(await getChainState(ctx.db, receipt)).toEqual({
      payments: [],
      head: null,
      safe: null,
      watchedUntil: null,
      nativeUntil: 0,
      lacksGas: false,
    })
    const plan = await planOf(ctx.db, (db) => getChainState(db, receipt))
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('getChainState, when the wallet of deployments lacks gas', () => {
  test.each([
    ['does not concern', 'a key of its own', `0x${'7'.repeat(64)}`, false],
    ['concerns', 'the same key', undefined, true],
  ])('behavior: it %s signed payments with %s', async (_does, _key, own, lacksGas) => {
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
    const config = { ...ctx.config, relayerDeploymentsPrivateKey: own }
    const receipt = { merchant: aWallet(), receiptId: 'r-1', chainId, depositAddress: aWallet() }
    const priorities = listPaymentPriorities(config)
    expect(await getChainState(ctx.db, { ...receipt, priorities })).toMatchObject({ lacksGas })
    await cancelPlanned(ctx.db, { id, error: 'no longer needed' })
  })
})

describe('listVersions', () => {
  test('behavior: uses indexes and omits unknown receipts', async () => {
    const refs = [{ merchant: aWallet(), receiptId: 'r-1' }]
    expect(await listVersions(ctx.db, { refs, chainId, priorities: [0] })).toEqual(new Map())
    const plan = await planOf(ctx.db, (db) => listVersions(db, { refs, chainId, priorities: [0] }))
    expect(plan).not.toContain('Seq Scan')
  })
})
