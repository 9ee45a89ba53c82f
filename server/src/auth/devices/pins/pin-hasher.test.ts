import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { createLimiter } from '../../limits/limiter.js'
import { createPinHasher, type PinHasher } from './pin-hasher.js'

let app: TestApp
let pins: PinHasher
const ownMerchant = aWallet()
beforeAll(async () => {
  app = await createTestApp()
  const config = {
    ...app.ctx.config,
    mode: 'live' as const,
    // Established, as the operator's own merchants are.
    ownMerchants: new Set([ownMerchant]),
  }
  pins = createPinHasher({ ...app.ctx, config }, { limiter: createLimiter(app.ctx) })
}, 60_000)
afterAll(async () => {
  await pins.close()
  await app.close()
})

const hash = (merchant: Address, network: string) =>
  pins.hash({ merchant, id: 'csh_1' }, '2580', { network })

describe('createPinHasher', () => {
  test('default: a hash belongs to its PIN, cashier and merchant', async () => {
    const cashier = { merchant: aWallet(), id: 'csh_1' }
    const pinHash = await pins.hash(cashier, '2580', { network: 'a' })
    expect(pinHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const from = { device: 'dev_1', network: 'a' }
    expect(await pins.verify({ ...cashier, pinHash }, '2580', from)).toBe(true)
    expect(await pins.verify({ ...cashier, pinHash }, '2581', from)).toBe(false)
    expect(await pins.verify({ ...cashier, id: 'csh_2', pinHash }, '2580', from)).toBe(false)
  })

  test('error: refuses more waiting PINs than a network address may have, with a time', {
    tags: 'slow',
  }, async () => {
    const refused: unknown[] = []
    const jobs = Array.from({ length: 40 }, () =>
      hash(aWallet(), 'b').catch((error: unknown) => refused.push(error)),
    )
    // Another network address waits for one of them, not for 30.
    const before = performance.now()
    await hash(aWallet(), 'c')
    const delayMs = performance.now() - before
    await Promise.all(jobs)
    const totalMs = performance.now() - before
    expect(delayMs).toBeLessThan(totalMs / 2)
    // One of them runs. On a busy machine, another one ends while they arrive.
    expect(refused.length).toBeLessThanOrEqual(40 - 31)
    expect(refused.length).toBeGreaterThan(0)
    const fields = { limit: 'waiting-pins', resetAt: expect.any(Number) }
    expect(refused[0]).toMatchObject({ code: 'rate_limited', fields, retryAfterMs: 2_000 })
  })

  test('behavior: an established merchant does not wait for new ones', {
    tags: 'slow',
  }, async () => {
    let done = 0
    const jobs = Array.from({ length: 60 }, async (_, index) => {
      await hash(aWallet(), `network ${index}`)
      done += 1
    })
    await hash(ownMerchant, 'shop')
    expect(done).toBeLessThan(30)
    await Promise.all(jobs)
  })

  test('error: limits the checks at a device', { tags: 'slow' }, async () => {
    const cashier = { merchant: ownMerchant, id: 'csh_1' }
    const pinHash = await pins.hash(cashier, '2580', { network: 'shop' })
    const check = (device: string) =>
      pins.verify({ ...cashier, pinHash }, '2580', { device, network: 'shop' })
    for (let count = 0; count < 20; count += 1) await check('dev_busy')
    const fields = { limit: 'pin-checks', resetAt: expect.any(Number) }
    await expect(check('dev_busy')).rejects.toMatchObject({ code: 'rate_limited', fields })
    expect(await check('dev_other')).toBe(true)
  })

  test('error: limits the new PINs of a merchant', async () => {
    const merchant = aWallet()
    const max = { ...app.ctx.config.limits.settings.max, 'pin-changes': { merchant: 2 } }
    const settings = { ...app.ctx.config.limits.settings, max }
    const config = { ...app.ctx.config, limits: { ...app.ctx.config.limits, settings } }
    const ctx = { ...app.ctx, config }
    const limited = createPinHasher(ctx, { limiter: createLimiter(ctx) })
    const change = () => limited.hash({ merchant, id: 'csh_1' }, '2580', { network: 'd' })
    await change()
    await change()
    await expect(change()).rejects.toMatchObject({ code: 'rate_limited' })
    await limited.close()
  })
})
