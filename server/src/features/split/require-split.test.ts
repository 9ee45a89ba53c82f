import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { requireSplit } from './require-split.js'
import { seedSplit } from './seed-split.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('requireSplit', () => {
  test('default', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const split = await seedSplit(ctx, { merchant })
    expect(await requireSplit(ctx, merchant)).toEqual(split)
  })

  test('error: throws split_required, whatever other merchants have', async () => {
    const [{ wallet: merchant }, other] = [await aDeveloper(ctx), await aDeveloper(ctx)]
    await seedSplit(ctx, { merchant: other.wallet })
    await expect(requireSplit(ctx, merchant)).rejects.toMatchObject({ code: 'split_required' })
  })
})
