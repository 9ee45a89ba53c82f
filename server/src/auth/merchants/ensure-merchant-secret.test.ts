import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { ConfigError } from '../../platform/config/setting.js'
import { ensureMerchantSecret } from './ensure-merchant-secret.js'
import { requireMasterKey } from './master-key.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('ensureMerchantSecret', () => {
  test('default: returns one secret per merchant, the same every time', async () => {
    const [first, second] = [await aDeveloper(ctx), await aDeveloper(ctx)]
    const secret = await ensureMerchantSecret(ctx, first.wallet)
    expect(secret).toHaveLength(32)
    expect(await ensureMerchantSecret(ctx, first.wallet)).toEqual(secret)
    expect(await ensureMerchantSecret(ctx, second.wallet)).not.toEqual(secret)
  })

  test('behavior: concurrent calls get the same secret', async () => {
    const { wallet } = await aDeveloper(ctx)
    await ctx.db.query('delete from merchant_secrets where merchant = $1', [wallet])
    const secrets = await Promise.all([1, 2, 3, 4].map(() => ensureMerchantSecret(ctx, wallet)))
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  })

  test('behavior: another master key has another secret and cannot decrypt this one', async () => {
    const { wallet } = await aDeveloper(ctx)
    const secret = await ensureMerchantSecret(ctx, wallet)
    const other = { ...ctx, config: { ...ctx.config, masterKey: 'another' } }
    expect(await ensureMerchantSecret(other, wallet)).not.toEqual(secret)
    expect(await ensureMerchantSecret(ctx, wallet)).toEqual(secret)
  })
})

describe('requireMasterKey', () => {
  const thirdParty = (mode: 'sandbox' | 'live') => ({
    ...ctx,
    config: { ...ctx.config, mode, masterKey: 'a third party' },
  })

  test('default', async () => {
    await aDeveloper(ctx)
    await expect(requireMasterKey(ctx)).resolves.toBeUndefined()
  })

  test('error: throws in live mode when the database has another master key', async () => {
    await aDeveloper(ctx)
    await expect(requireMasterKey(thirdParty('live'))).rejects.toThrow(ConfigError)
    await expect(requireMasterKey(thirdParty('sandbox'))).resolves.toBeUndefined()
    expect(ctx.alerts.list()).toMatchObject([{ name: 'master_key_mismatch' }])
  })
})
