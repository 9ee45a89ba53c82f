import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { ensureMerchantSecret } from './ensure-merchant-secret.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('ensureMerchantSecret', () => {
  test('default: one for each merchant, the same every time', async () => {
    const [one, other] = [await aDeveloper(ctx), await aDeveloper(ctx)]
    const secret = await ensureMerchantSecret(ctx, one.wallet)
    expect(secret).toHaveLength(32)
    expect(await ensureMerchantSecret(ctx, one.wallet)).toEqual(secret)
    expect(await ensureMerchantSecret(ctx, other.wallet)).not.toEqual(secret)
  })

  test('behavior: many who make it at once get one', async () => {
    const { wallet } = await aDeveloper(ctx)
    await ctx.db.query('delete from merchant_secrets where merchant = $1', [wallet])
    const secrets = await Promise.all([1, 2, 3, 4].map(() => ensureMerchantSecret(ctx, wallet)))
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  })

  test('error: made under another MASTER_KEY', async () => {
    const { wallet } = await aDeveloper(ctx)
    const other = { ...ctx, config: { ...ctx.config, masterKey: 'another' } }
    await expect(ensureMerchantSecret(other, wallet)).rejects.toThrow('another MASTER_KEY')
  })
})
