import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { createLinkSecret } from './installation-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('createLinkSecret', () => {
  test('default: returns the 32 bytes in the database, even after a restart', async () => {
    const secret = await ctx.linkSecret()
    expect(secret).toHaveLength(32)
    expect(await createLinkSecret(ctx)()).toEqual(secret)
  })

  test('behavior: reads the database once, and again after a failure', async () => {
    let [reads, failures] = [0, 1]
    const query = ((text, values) => {
      reads += 1
      if (failures-- > 0) return Promise.reject(new Error('the database is down'))
      return ctx.db.query(text, values)
    }) as TestContext['db']['query']
    const getSecret = createLinkSecret({ db: { ...ctx.db, query } })
    await expect(getSecret()).rejects.toThrow('the database is down')
    expect(await getSecret()).toEqual(await ctx.linkSecret())
    await getSecret()
    expect(reads).toBe(2)
  })
})
