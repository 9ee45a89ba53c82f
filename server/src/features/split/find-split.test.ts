import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { deploySplit } from './deploy-split.js'
import { findSplit } from './find-split.js'
import { insertSplit } from './store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

function deploy(merchant: Address) {
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  const recipients = [{ address: aWallet(), sharesBps: 10_000 }]
  return deploySplit(ctx, { by, body: { recipients } })
}

describe('findSplit', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const split = await deploy(merchant)
    expect(split).toMatchObject({ merchant, version: 1, createdAt: testNow, createdBy: merchant })
    expect(await findSplit(ctx, merchant)).toEqual(split)
  })

  test('behavior: returns null without a split', async () => {
    expect(await findSplit(ctx, await aMerchant())).toBeNull()
    expect(await findSplit(ctx, aWallet())).toBeNull()
  })

  test("behavior: returns the merchant's highest version, also beyond 9", async () => {
    const [merchant, other] = [await aMerchant(), await aMerchant()]
    for (let version = 1; version <= 11; version += 1) await deploy(merchant)
    await deploy(other)
    expect(await findSplit(ctx, merchant)).toMatchObject({ merchant, version: 11 })
    expect(await findSplit(ctx, other)).toMatchObject({ merchant: other, version: 1 })
  })

  test('behavior: sees uncommitted rows of its transaction', async () => {
    const merchant = await aMerchant()
    const first = await deploy(merchant)
    const second = { ...first, version: 2, address: aWallet() }

    const undone = ctx.db.transaction(async (tx) => {
      await insertSplit(tx, second)
      expect(await findSplit({ db: tx }, merchant)).toEqual(second)
      expect(await findSplit(ctx, merchant)).toEqual(first)
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect(await findSplit(ctx, merchant)).toEqual(first)
  })
})
