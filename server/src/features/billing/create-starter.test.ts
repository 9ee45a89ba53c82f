import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { createAccess } from '../../auth/access.js'
import { findOwner } from '../../auth/merchants/member-store.js'
import type { Address } from '../../lib/hex.js'
import { createStarter } from './create-starter.js'

let app: TestApp
let counting: Parameters<typeof createStarter>[1]['counting']
beforeAll(async () => {
  app = await createTestApp()
  counting = { limiter: createAccess(app.ctx).limiter, config: app.ctx.config }
})
afterAll(async () => {
  await counting.limiter.close()
  await app.close()
})

let networks = 0
function starter(wallet: Address | null, options: { network?: string; isLive?: true } = {}) {
  const { network = `network-${++networks}`, isLive } = options
  const counted = isLive ? { ...counting, config: { mode: 'live' } as const } : counting
  const correlationId = 'test'
  return createStarter(app.ctx, { wallet, network, counting: counted, correlationId })
}

const limitOf = async (made: Promise<unknown>) =>
  made.then(
    () => null,
    (error) => error.fields,
  )

describe('createStarter', () => {
  test('default: issues a working key of an unclaimed merchant', async () => {
    const { merchant, apiKey } = await starter(null)
    expect(await findOwner(app.ctx.db, merchant)).toBeNull()
    const response = await app.inject({
      url: '/api/inventory',
      headers: { 'x-api-key': apiKey },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-ratelimit-limit']).toBe('60')
  })

  test('behavior: every unclaimed merchant has an address of its own', async () => {
    const [one, other] = await Promise.all([starter(null), starter(null)])
    expect(one.merchant).not.toBe(other.merchant)
  })

  test('behavior: a proven wallet gets keys of one merchant, which it owns', async () => {
    const wallet = aWallet()
    const one = await starter(wallet)
    const other = await starter(wallet)
    expect([one.merchant, other.merchant]).toEqual([wallet, wallet])
    expect(other.subscriptionId).toBe(one.subscriptionId)
    expect(await findOwner(app.ctx.db, wallet)).toBe(wallet)
  })

  test('error: more than five free keys per network address and day', async () => {
    const network = 'busy'
    for (let made = 0; made < 5; made += 1) await starter(null, { network, isLive: true })
    const refused = await limitOf(starter(null, { network, isLive: true }))
    expect(refused).toMatchObject({ limit: 'free-keys', resetAt: expect.any(Number) })
    expect(await limitOf(starter(null, { isLive: true }))).toBeNull()
  })

  test('error: more than five free keys per wallet and day', async () => {
    const wallet = aWallet()
    for (let made = 0; made < 5; made += 1) await starter(wallet)
    expect(await limitOf(starter(wallet))).toMatchObject({ limit: 'free-keys' })
  })
})
