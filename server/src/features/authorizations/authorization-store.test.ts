import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcceptedAuthorization, moveTo } from '../../../test/fixtures/accepted-authorization.js'
import { aHash } from '../../../test/fixtures/buyer.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { planOf } from '../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { deleteSales, listAuthorizations, listFinished, listUnsent } from './authorization-store.js'

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
    const [first, second] = [aRef(), aRef()]
    for (const ref of [first, second]) await anAcceptedAuthorization(ctx, ref)
    await deleteSales(ctx.db, first.merchant)
    expect(await listAuthorizations(ctx.db, first)).toEqual([])
    expect(await listAuthorizations(ctx.db, second)).toHaveLength(1)
  })
})

describe('listUnsent', () => {
  test('default: lists unsigned ones with their calldata', async () => {
    const { db } = ctx
    const list = () => listUnsent(db, { chainId: 84_532, limit: 100 })
    const ref = { merchant: aWallet(), receiptId: 'r-1' }
    const ids = [
      await anAcceptedAuthorization(ctx, ref),
      await anAcceptedAuthorization(ctx, ref),
      await anAcceptedAuthorization(ctx, ref),
    ]
    const [waiting, sent, again] = ids as [string, string, string]
    await moveTo(ctx, { id: sent, state: 'sent', hash: aHash() })
    await db.query('update outgoing_transactions set generation = 1 where id = $1', [again])
    const unsentAuthorizations = (await list()).filter(({ merchant }) => merchant === ref.merchant)
    expect(unsentAuthorizations).toEqual([
      { ...ref, transactionId: waiting, data: expect.stringMatching(/^0x[0-9a-f]{600,}$/) },
    ])
    expect(await listUnsent(db, { chainId: 1, limit: 100 })).toEqual([])
  })

  test('behavior: uses indexes', async () => {
    const plan = await planOf(ctx.db, (db) => listUnsent(db, { chainId: 84_532, limit: 100 }))
    expect(plan).toContain('outgoing_transactions_planned')
    expect(plan).not.toContain('Seq Scan')
  })
})
