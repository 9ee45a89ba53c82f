import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { deploySplit } from './deploy-split.js'
import { getDeployment } from './find-deployment.js'
import { findSplit } from './find-split.js'
import { predictSplit } from './predict-split.js'
import { seedSplit } from './seed-split.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

describe('seedSplit', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const split = await seedSplit(ctx, { merchant })
    const { recipients } = split

    const installationId = await ctx.installationId()
    expect(split).toEqual({
      merchant,
      installationId,
      version: 1,
      address: predictSplit({ installationId, merchant, version: 1, recipients }).address,
      chainId: 84_532,
      recipients: [
        { address: merchant, sharesBps: 9_950, role: 'merchant' },
        { address: ctx.config.platformWallet, sharesBps: 50, role: 'platform' },
      ],
      isRegistered: false,
      createdAt: testNow,
      createdBy: null,
    })
    expect(await findSplit(ctx, merchant)).toEqual({ ...split, salt: null })
    expect(await getDeployment(ctx, split)).toMatchObject({ status: 'pending' })
    const { rows } = await ctx.db.query('select 1 from audit_entries where merchant = $1', [
      merchant,
    ])
    expect(rows).toEqual([])
  })

  test('behavior: leaves the deployment to the first distribution on request', async () => {
    const split = await seedSplit(ctx, { merchant: await aMerchant(), deploy: false })
    expect(await getDeployment(ctx, split)).toMatchObject({ status: 'planned' })
  })

  test('behavior: keeps an existing split', async () => {
    const merchant = await aMerchant()
    const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
    const recipients = [{ address: aWallet(), sharesBps: 9_950 }]
    const ownSplit = await deploySplit(ctx, { by, body: { recipients } })
    expect(await seedSplit(ctx, { merchant })).toEqual(ownSplit)
    expect(await findSplit(ctx, merchant)).toEqual(ownSplit)
  })

  test('behavior: creates one split for several concurrent calls', async () => {
    const merchant = await aMerchant()
    const splits = await Promise.all(Array.from({ length: 5 }, () => seedSplit(ctx, { merchant })))
    expect(splits.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1])
  })

  test('error: refuses without a platform wallet', async () => {
    const merchant = await aMerchant()
    const contextWithoutPlatform = { ...ctx, config: { ...ctx.config, platformWallet: undefined } }
    const refused = seedSplit(contextWithoutPlatform, { merchant })
    await expect(refused).rejects.toMatchObject({ code: 'platform_recipient_not_configured' })
    expect(await findSplit(ctx, merchant)).toBeNull()
  })
})
