import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { planOf } from '../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { listVersions } from './live/version-store.js'
import { getChainState, listOwners, listOwnersPaidAt } from './store.js'

const chainId = 84_532
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('listOwners', () => {
  test('behavior: uses an index', async () => {
    const plan = await planOf(ctx.db, (db) => listOwners(db, 'r-1'))
    expect(plan).toContain('receipts_id')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('listOwnersPaidAt', () => {
  test('behavior: uses indexes', async () => {
    const recipient = aWallet()
    const plan = await planOf(ctx.db, (db) =>
      listOwnersPaidAt(db, { id: 'r-1', recipient, chainId }),
    )
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('getChainState', () => {
  test('default: returns empty state for an unknown receipt', async () => {
    const receipt = { merchant: aWallet(), receiptId: 'r-1', chainId, depositAddress: aWallet() }
    expect(await getChainState(ctx.db, receipt)).toEqual({
      payments: [],
      head: null,
      watchedUntil: null,
      nativeUntil: 0,
      lacksGas: false,
    })
    const plan = await planOf(ctx.db, (db) => getChainState(db, receipt))
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('listVersions', () => {
  test('behavior: uses indexes and omits unknown receipts', async () => {
    const refs = [{ merchant: aWallet(), receiptId: 'r-1' }]
    expect(await listVersions(ctx.db, { refs, chainId })).toEqual(new Map())
    const plan = await planOf(ctx.db, (db) => listVersions(db, { refs, chainId }))
    expect(plan).not.toContain('Seq Scan')
  })
})
