import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import { findNewestId, listIssuers, listIssuersPaidAt } from './store.js'
import { listVersions } from './version-store.js'

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

describe('findNewestId', () => {
  test('behavior: uses an index', async () => {
    const merchant = aWallet()
    expect(await findNewestId(ctx.db, merchant)).toBeNull()
    const plan = await planOf(ctx.db, (db) => findNewestId(db, merchant))
    expect(plan).toContain('receipts_archived')
    expect(plan).toContain('receipts_unarchived')
    expect(plan).not.toContain('Seq Scan')
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
