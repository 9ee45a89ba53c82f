import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { revokeDeveloperKey } from '../../auth/keys/key-store.js'
import { isStillAdmitted } from './is-still-admitted.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('isStillAdmitted', () => {
  test('default', async () => {
    const { wallet, keyId } = await aDeveloper(ctx)
    const caller = { kind: 'developer', wallet, keyId } as never
    expect(await isStillAdmitted(ctx, caller)).toBe(true)
    await revokeDeveloperKey(ctx.db, { merchant: wallet, id: keyId, now: ctx.now() })
    expect(await isStillAdmitted(ctx, caller)).toBe(false)
  })

  test('behavior: signed-in users need no key', async () => {
    expect(await isStillAdmitted(ctx, { kind: 'person' } as never)).toBe(true)
  })
})
