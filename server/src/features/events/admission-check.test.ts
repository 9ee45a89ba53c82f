import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingDb } from '../../../test/counting-db.js'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Caller } from '../../auth/caller.js'
import { revokeDeveloperKey } from '../../auth/keys/key-store.js'
import { deleteMember, updateMemberRole } from '../../auth/merchants/member-store.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import { upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import { endSessions, insertSession } from '../../auth/sessions/session-store.js'
import { unixMs } from '../../lib/time.js'
import { listRejected } from './admission-check.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function aKey(options: Parameters<typeof aDeveloper>[1] = {}) {
  const developer = await aDeveloper(ctx, options)
  const { wallet, keyId } = developer
  return { ...developer, caller: { kind: 'developer', wallet, keyId } as unknown as Caller }
}

async function aPerson() {
  const wallet = aWallet()
  const createdAt = ctx.now()
  const subscriptionId = ctx.newId('dsub')
  await insertMerchant(ctx.db, { wallet, subscriptionId, plan: 'starter', createdAt })
  const id = ctx.newId('ses')
  const expiresAt = unixMs(createdAt + 60_000)
  await insertSession(ctx.db, { person: wallet, id, createdAt, expiresAt, userAgent: '' })
  const person = {
    kind: 'person',
    id: wallet,
    wallet,
    sessionId: id,
    merchant: wallet,
    role: 'owner',
  }
  return { wallet, sessionId: id, caller: person as unknown as Caller }
}

const isRejected = async ({ caller }: { caller: Caller }) =>
  (await listRejected(ctx, [caller])).has(caller)

describe('listRejected', () => {
  test('default: takes two queries for any number of callers', async () => {
    const keys = await Promise.all([aKey(), aKey(), aKey(), aPerson(), aPerson()])
    const callers = keys.map(({ caller }) => caller)
    const { db, statements } = countingDb(ctx.db)
    expect(await listRejected({ ...ctx, db }, callers)).toEqual(new Set())
    expect(statements).toHaveLength(2)
    expect(await listRejected({ ...ctx, db }, [])).toEqual(new Set())
    expect(statements).toHaveLength(2)
  })

  test('behavior: rejects a revoked key only', async () => {
    const [revokedKey, activeKey] = [await aKey(), await aKey()]
    const { wallet: merchant, keyId: id } = revokedKey
    await revokeDeveloperKey(ctx.db, { merchant, id, revokedAt: ctx.now() })
    const rejected = await listRejected(ctx, [revokedKey.caller, activeKey.caller])
    expect(rejected).toEqual(new Set([revokedKey.caller]))
  })

  test('behavior: rejects a key whose plan no longer includes the scope', async () => {
    const key = await aKey({ scopes: ['inventory:read'] })
    expect(await isRejected(key)).toBe(true)
    const pro = await aKey({ plan: 'pro' })
    const { wallet: merchant, subscriptionId: id } = pro
    const terms = { merchant, id, callsPerMinute: null, createdAt: ctx.now() }
    await upsertPlanSubscription(ctx.db, { ...terms, plan: 'starter' })
    expect(await isRejected(pro)).toBe(false)
  })

  test('behavior: rejects an ended or expired session', async () => {
    const [ended, expired] = [await aPerson(), await aPerson()]
    const { wallet, sessionId: id } = ended
    expect(await isRejected(ended)).toBe(false)
    await endSessions(ctx.db, { person: wallet, id, endedAt: ctx.now() })
    expect(await isRejected(ended)).toBe(true)
    expect(await isRejected(expired)).toBe(false)
    const later = unixMs(ctx.now() + 60_000)
    const rejected = await listRejected({ ...ctx, now: () => later }, [expired.caller])
    expect(rejected.size).toBe(1)
  })

  test('behavior: rejects a person without a role, and keeps one whose role may read', async () => {
    const person = await aPerson()
    const { wallet } = person
    await updateMemberRole(ctx.db, { merchant: wallet, person: wallet, role: 'viewer' })
    expect(await isRejected(person)).toBe(false)
    await deleteMember(ctx.db, { merchant: wallet, person: wallet })
    expect(await isRejected(person)).toBe(true)
  })
})
