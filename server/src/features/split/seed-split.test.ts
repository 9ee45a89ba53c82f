import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { demoSplit } from './demo-split.js'
import { deploySplit } from './deploy-split.js'
import { findSplit } from './find-split.js'
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
    await seedSplit(ctx, { merchant, address: demoSplit })

    expect(await findSplit(ctx, merchant)).toEqual({
      merchant,
      version: 1,
      address: demoSplit,
      chainId: 84_532,
      recipients: [
        { address: merchant, sharesBps: 9_950, role: 'merchant' },
        { address: ctx.config.platformWallet, sharesBps: 50, role: 'platform' },
      ],
      createdAt: testNow,
      createdBy: null,
    })
    const { rows } = await ctx.db.query('select 1 from audit_entries where merchant = $1', [
      merchant,
    ])
    expect(rows).toEqual([])
  })

  test('behavior: a split that is there stays', async () => {
    const merchant = await aMerchant()
    const by = { merchant, wallet: merchant, role: 'owner', correlationId: 'test' } as const
    const recipients = [{ address: aWallet(), sharesBps: 9_950 }]
    const own = await deploySplit(ctx, { by, body: { address: aWallet(), recipients } })
    await seedSplit(ctx, { merchant, address: demoSplit })
    expect(await findSplit(ctx, merchant)).toEqual(own)
  })

  test('behavior: of several at once one counts', async () => {
    const merchant = await aMerchant()
    const addresses = Array.from({ length: 5 }, aWallet)
    await Promise.all(addresses.map((address) => seedSplit(ctx, { merchant, address })))
    const split = await findSplit(ctx, merchant)
    expect(split?.version).toBe(1)
    expect(addresses).toContain(split?.address)
  })

  test('error: no wallet for the platform', async () => {
    const merchant = await aMerchant()
    const without = { ...ctx, config: { ...ctx.config, platformWallet: undefined } }
    const refused = seedSplit(without, { merchant, address: demoSplit })
    await expect(refused).rejects.toMatchObject({ code: 'platform_recipient_not_configured' })
    expect(await findSplit(ctx, merchant)).toBeNull()
  })
})

describe('demoSplit', () => {
  test('default: the address that examples show', () => {
    expect(demoSplit).toBe('0xcc05d07c771ed8473adc28e098c3d144f6b2cf99')
  })
})
