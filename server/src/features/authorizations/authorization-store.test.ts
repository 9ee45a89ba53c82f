import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcceptedAuthorization } from '../../../test/fixtures/accepted-authorization.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { planOf } from '../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { deleteSales, listAuthorizations, listFinished } from './authorization-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aRef = () => ({ merchant: aWallet(), receiptId: 'r-1' })

describe('listFinished', () => {
  test('behavior: uses its index', async () => {
    const plan = await planOf(ctx.db, (db) => listFinished(db, 100))
    expect(plan).toContain('portal_authorizations_open')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('deleteSales', () => {
  test('behavior: deletes the authorizations of this merchant only', async () => {
    const [one, other] = [aRef(), aRef()]
    for (const ref of [one, other]) await anAcceptedAuthorization(ctx, ref)
    await deleteSales(ctx.db, one.merchant)
    expect(await listAuthorizations(ctx.db, one)).toEqual([])
    expect(await listAuthorizations(ctx.db, other)).toHaveLength(1)
  })
})
