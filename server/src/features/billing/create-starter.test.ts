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
type Options = { network?: string; isLive?: true; idempotencyKey?: string }
function starter(wallet: Address | null, options: Options = {}) {
  const { network = `network-${++networks}`, isLive, idempotencyKey = null } = options
  const counted = isLive
    ? { ...counting, config: { ...app.ctx.config, mode: 'live' as const } }
    : counting
  const correlationId = 'test'
  const caller = { wallet, network, idempotencyKey, correlationId }
  return createStarter(app.ctx, { ...caller, counting: counted })
}

const limitOf = async (creation: Promise<unknown>) =>
  creation.then(
    () => null,
    (error) => error.fields,
  )

describe('createStarter', () => {
  test('default: issues a working key of an unclaimed merchant', async () => {
    const { merchant, apiKey } = await starter(null)
    expect(await findOwner(app.ctx.db, merchant)).toBeNull()
    const response = await app.inject({
      url: '/api/inventory',
      headers: { 'x-api-key': String(apiKey) },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-ratelimit-limit']).toBe('60')
  })

  test('behavior: every unclaimed merchant has an address of its own', async () => {
    const [first, second] = await Promise.all([starter(null), starter(null)])
    expect(first.merchant).not.toBe(second.merchant)
  })

  test('behavior: a proven wallet gets keys of one merchant, which it owns', async () => {
    const wallet = aWallet()
    const key = await starter(wallet)
    const other = await starter(wallet)
    expect([key.merchant, other.merchant]).toEqual([wallet, wallet])
    expect(other.subscriptionId).toBe(key.subscriptionId)
    expect(await findOwner(app.ctx.db, wallet)).toBe(wallet)
  })

  test.each([
    ['an unclaimed merchant', () => null],
    ['a wallet', aWallet],
  ])('behavior: a repeated request for %s gets no other key, and counts once', async (_, who) => {
    const wallet = who()
    const request = { network: 'repeating', isLive: true, idempotencyKey: `for ${wallet}` } as const
    const first = await starter(wallet, request)
    expect(first.apiKey).toMatch(/^tly_/)
    const repeatedStarters = await Promise.all(
      Array.from({ length: 6 }, () => starter(wallet, request)),
    )
    for (const repeat of repeatedStarters) expect(repeat).toEqual({ ...first, apiKey: null })
    const other = await starter(wallet, { ...request, idempotencyKey: 'another' })
    expect(other.apiKey).toMatch(/^tly_/)
    const thirdParty = await starter(null, { ...request, network: `of ${wallet}` })
    expect(thirdParty.merchant).not.toBe(first.merchant)
  })

  test('behavior: the same request twice at once gets one key', async () => {
    const request = { network: 'hasty', idempotencyKey: 'k' }
    const starters = await Promise.all([1, 2, 3].map(() => starter(null, request)))
    expect(starters.filter(({ apiKey }) => apiKey !== null)).toHaveLength(1)
    expect(new Set(starters.map(({ merchant }) => merchant)).size).toBe(1)
  })

  test('error: more than five free keys per network address and day', async () => {
    const network = 'busy'
    for (let n = 0; n < 5; n += 1) await starter(null, { network, isLive: true })
    const refused = await limitOf(starter(null, { network, isLive: true }))
    expect(refused).toMatchObject({ limit: 'free-keys', resetAt: expect.any(Number) })
    expect(await limitOf(starter(null, { isLive: true }))).toBeNull()
  })

  test('error: more than five free keys per wallet and day', async () => {
    const wallet = aWallet()
    for (let n = 0; n < 5; n += 1) await starter(wallet)
    expect(await limitOf(starter(wallet))).toMatchObject({ limit: 'free-keys' })
  })
})
