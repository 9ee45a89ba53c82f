import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import { ensureMerchantSecret } from '../../../auth/merchants/ensure-merchant-secret.js'
import type { Address } from '../../../lib/hex.js'
import { openSecrets } from '../secrets/sealed-secrets.js'
import { createEndpoint } from './create-endpoint.js'
import { listEnabledEndpoints } from './endpoint-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aMerchant(): Promise<Address> {
  return (await aDeveloper(ctx)).wallet
}

async function anEndpoint(merchant: Address, { enabled = true } = {}) {
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'c' } as const
  const body = { url: 'https://shop.test/hook', enabled }
  ctx.clock.advance(1)
  return createEndpoint(ctx, { by, id: ctx.newId('whk'), body })
}

describe('listEnabledEndpoints', () => {
  test('default', async () => {
    const [first, second, other] = [await aMerchant(), await aMerchant(), await aMerchant()]
    const endpoints = [await anEndpoint(second), await anEndpoint(first), await anEndpoint(second)]
    await anEndpoint(first, { enabled: false })
    await anEndpoint(other)
    const sealedEndpoints = await listEnabledEndpoints(ctx.db, [first, second])
    expect(sealedEndpoints).toEqual(
      endpoints.map(({ endpoint }) => ({
        ...endpoint,
        sealedSecret: expect.any(Buffer),
        previous: null,
        rotationId: null,
      })),
    )
  })

  test('behavior: returns nothing for no merchants', async () => {
    expect(await listEnabledEndpoints(ctx.db, [])).toEqual([])
    expect(await listEnabledEndpoints(ctx.db, [await aMerchant()])).toEqual([])
  })
})

describe('openSecrets', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const { secret } = await anEndpoint(merchant)
    const [endpoint] = await listEnabledEndpoints(ctx.db, [merchant])
    if (!endpoint) throw new Error('nothing was made')
    const merchantSecret = await ensureMerchantSecret(ctx, merchant)
    expect(openSecrets(merchantSecret, { sealed: endpoint, now: ctx.now() })).toEqual([secret])
  })

  test('error: cannot decrypt a moved copy or with the secret of another merchant', async () => {
    const [merchant, other] = [await aMerchant(), await aMerchant()]
    await anEndpoint(merchant)
    const [endpoint] = await listEnabledEndpoints(ctx.db, [merchant])
    if (!endpoint) throw new Error('nothing was made')
    const ownSecret = await ensureMerchantSecret(ctx, merchant)
    const foreign = await ensureMerchantSecret(ctx, other)
    const open = (secret: Uint8Array, sealed: typeof endpoint) => () =>
      openSecrets(secret, { sealed, now: ctx.now() })
    expect(open(ownSecret, { ...endpoint, id: 'whk_other' })).toThrow()
    expect(open(ownSecret, { ...endpoint, merchant: other })).toThrow()
    expect(open(foreign, endpoint)).toThrow()
  })
})
