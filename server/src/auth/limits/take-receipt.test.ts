import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import { networkAddressOf } from '../../platform/limits/network-address.js'
import type { Caller } from '../caller.js'
import { toDeveloper } from '../keys/developer.js'
import { createLimiter, type Limiter } from './limiter.js'
import { takeReceipt } from './take-receipt.js'

let ctx: TestContext
let limiter: Limiter
beforeAll(async () => {
  ctx = await createTestContext()
  limiter = createLimiter(ctx)
})
afterAll(async () => {
  await limiter.close()
  await ctx.close()
})

const ownAddress = aWallet()
const config = { ...testConfig({ OWN_MERCHANTS: ownAddress }), mode: 'live' as const }
const takeAs = (caller: Caller | null, ip = '203.0.113.7') =>
  takeReceipt({ limiter, hashNetwork: networkAddressOf, config }, {
    caller,
    ip,
  } as FastifyRequest)

const aDeveloper = (callsPerMinute: number | null, merchant = aWallet()) =>
  toDeveloper({
    keyId: 'key',
    merchant,
    scopes: [],
    subscriptionId: null,
    plan: 'starter',
    callsPerMinute,
    isSuspended: false,
  })

describe('takeReceipt', () => {
  test('error: a subscription creates 20 receipts a day per call per minute', async () => {
    const developer = aDeveloper(1)
    for (let n = 0; n < 20; n += 1) await takeAs(developer)
    await expect(takeAs(developer)).rejects.toMatchObject({
      code: 'rate_limited',
      fields: { limit: 'starter-receipts', resetAt: expect.any(Number) },
    })
    await takeAs(aDeveloper(1))
  })

  test('behavior: any agreed number of calls is possible', async () => {
    await takeAs(aDeveloper(1_000_000_000), '203.0.113.8')
  })

  test('behavior: a shop of the operator has no limit', async () => {
    const developer = aDeveloper(1, ownAddress)
    for (let n = 0; n < 21; n += 1) await takeAs(developer, '203.0.113.9')
  })

  test('behavior: a merchant may have a limit of its own', async () => {
    const developer = aDeveloper(null)
    config.limits.merchants.set(developer.wallet, { 'starter-receipts': 1 })
    await takeAs(developer, '203.0.113.10')
    await expect(takeAs(developer, '203.0.113.10')).rejects.toMatchObject({
      fields: { limit: 'starter-receipts' },
    })
    await takeAs(aDeveloper(null), '203.0.113.10')
  })

  test('error: free accounts of one network address share a limit', async () => {
    await ctx.db.query(`update rate_windows set used = 3000 where bucket like '%:network:%'`)
    const freshLimiter = createLimiter(ctx)
    const take = takeReceipt({ limiter: freshLimiter, hashNetwork: networkAddressOf, config }, {
      caller: null,
      ip: '203.0.113.7',
    } as FastifyRequest)
    await expect(take).rejects.toMatchObject({ fields: { limit: 'starter-receipts' } })
    await freshLimiter.close()
  })
})
