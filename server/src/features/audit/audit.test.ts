import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import type { Address } from '../../lib/hex.js'
import { canonicalJson } from './chain-hash.js'
import { type Change, recordChange } from './record-change.js'
import { verifyChains } from './verify-chains.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function aMerchant(): Promise<Address> {
  const wallet = aWallet()
  const subscriptionId = app.ctx.newId('dsub')
  const createdAt = app.ctx.now()
  await insertMerchant(app.ctx.db, { wallet, subscriptionId, plan: 'starter', createdAt })
  return wallet
}

const record = (merchant: Address, change: Partial<Change> = {}) =>
  app.ctx.db.transaction((tx) =>
    recordChange(
      { ...app.ctx, db: tx },
      {
        by: { merchant, person: merchant, role: 'owner', correlationId: 'test-0001' },
        action: 'thing.changed',
        target: 'thing',
        before: { price: 1 },
        after: { price: 2 },
        ...change,
      },
    ),
  )

const problemOf = async (merchant: Address) =>
  (await verifyChains(app.ctx)).find((report) => report.merchant === merchant)?.problem

describe('recordChange', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    await record(merchant)
    await record(merchant, { before: null, after: null })
    const { rows } = await app.ctx.db.query(
      `select seq::int, action, before, after from audit_entries where merchant = $1 order by seq`,
      [merchant],
    )
    expect(rows).toEqual([
      { seq: 1, action: 'thing.changed', before: { price: 1 }, after: { price: 2 } },
      { seq: 2, action: 'thing.changed', before: null, after: null },
    ])
    expect(await problemOf(merchant)).toBeNull()
  })

  test('behavior: redacts secrets', async () => {
    const merchant = await aMerchant()
    const after = { apiKey: 'one', note: `tly_test_${'a'.repeat(10)}_${'b'.repeat(38)}` }
    await record(merchant, { after })
    const { rows } = await app.ctx.db.query<{ after: object }>(
      'select after from audit_entries where merchant = $1',
      [merchant],
    )
    expect(rows[0]?.after).toEqual({ apiKey: '[hidden]', note: 'tly_test_[hidden]' })
  })

  test('behavior: concurrent changes make one chain without gaps', async () => {
    const merchant = await aMerchant()
    await Promise.all(Array.from({ length: 20 }, () => record(merchant)))
    const report = (await verifyChains(app.ctx)).find((chain) => chain.merchant === merchant)
    expect(report).toMatchObject({ entries: 20, problem: null })
  })

  test('behavior: leaves no entry after a rollback', async () => {
    const merchant = await aMerchant()
    await expect(
      app.ctx.db.transaction(async (tx) => {
        await recordChange(
          { ...app.ctx, db: tx },
          {
            by: { merchant, person: merchant, role: 'owner', correlationId: 'test-0001' },
            action: 'a.b',
            target: 't',
            before: null,
            after: null,
          },
        )
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await problemOf(merchant)).toBeUndefined()
  })

  test('behavior: reads any data back as it was hashed', async () => {
    const merchant = await aMerchant()
    const values = fc.sample(
      fc.object({
        key: fc.string({ unit: 'grapheme' }),
        values: [fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true }), fc.boolean()],
      }),
      { numRuns: 50, seed: 1 },
    )
    for (const value of values) {
      const after = JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ''))
      await record(merchant, { after })
    }
    expect(await problemOf(merchant)).toBeNull()
  })
})

describe('verifyChains', () => {
  test.each([
    ['a changed value', `update audit_entries set after = '{"price": 3}' where seq = 2`],
    ['another actor', `update audit_entries set actor = '0x' where seq = 2`],
    ['another time', 'update audit_entries set at = at + 1 where seq = 1'],
    ['a missing entry', 'delete from audit_entries where seq = 2'],
    ['a missing first entry', 'delete from audit_entries where seq = 1'],
    ['a cut-off end', 'delete from audit_entries where seq = 3'],
    ['a forged hash', `update audit_entries set hash = '\\x00' where seq = 3`],
    [
      'two entries that changed places',
      `update audit_entries set target = case seq when 2 then 't2' else 't1' end where seq > 1`,
    ],
  ])('error: detects %s', async (_name, sql) => {
    const merchant = await aMerchant()
    for (let count = 0; count < 3; count += 1) await record(merchant, { target: `t${count}` })
    expect(await problemOf(merchant)).toBeNull()
    await app.ctx.db.query(`${sql} and merchant = $1`, [merchant])
    expect(await problemOf(merchant)).toEqual(expect.any(String))
  })

  test('error: detects a deleted chain head', async () => {
    const merchant = await aMerchant()
    await record(merchant)
    await app.ctx.db.query('delete from audit_heads where merchant = $1', [merchant])
    expect(await problemOf(merchant)).toBe('entries after 0 are beyond the chain head')
  })

  test('behavior: passes while entries are being added', async () => {
    const merchant = await aMerchant()
    await record(merchant)
    let isDone = false
    const writing = (async () => {
      while (!isDone) await record(merchant)
    })()
    for (let round = 0; round < 10; round += 1) expect(await problemOf(merchant)).toBeNull()
    isDone = true
    await writing
  })

  test('error: detects a history forged without the key', async () => {
    const merchant = await aMerchant()
    await record(merchant)
    const forger = { ...app.ctx, config: { ...app.ctx.config, masterKey: 'not it' } }
    expect(
      (await verifyChains(forger)).find((report) => report.merchant === merchant)?.problem,
    ).toBe('entry 1 was changed')
  })
})

describe('GET /api/audit', () => {
  const read = async (query: string, headers: Record<string, string>) =>
    (await app.inject({ url: `/api/audit${query}`, headers })).json()

  test('default: pages through entries, newest first', async () => {
    const { headers, wallet } = await signIn(app)
    for (let count = 0; count < 4; count += 1) await record(wallet, { target: `t${count}` })
    const first = await read('?limit=2', headers)
    expect(first).toMatchObject({ ok: true, entries: [{ seq: 6, target: 't3' }, { seq: 5 }] })
    const second = await read(`?limit=4&cursor=${first.nextCursor}`, headers)
    expect(second).toMatchObject({ entries: [{ seq: 4 }, { seq: 3 }, { seq: 2 }, { seq: 1 }] })
    expect(second.nextCursor).toBeNull()
    expect(second.entries[2]).toMatchObject({ action: 'session.started', role: 'owner' })
    expect(second.entries[3]).toMatchObject({
      action: 'merchant.created',
      after: { plan: 'starter' },
    })
  })

  test('behavior: filters by action', async () => {
    const { headers } = await signIn(app)
    expect((await read('?action=session.started', headers)).entries).toHaveLength(1)
    expect((await read('?action=nothing.ever', headers)).entries).toEqual([])
  })

  test('behavior: clamps the limit', async () => {
    const { headers } = await signIn(app)
    expect((await read('?limit=0', headers)).entries).toHaveLength(1)
    expect((await read('?limit=99999999999999999999', headers)).entries).toHaveLength(2)
    expect(await read('?limit=many', headers)).toMatchObject({ error: 'invalid_input' })
    expect(await read('?cursor=x', headers)).toMatchObject({ error: 'invalid_input' })
    expect((await read('?cursor=-5', headers)).entries).toEqual([])
  })
})

describe('GET /api/audit/verification', () => {
  const verify = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/audit/verification', headers })).json()

  test('default: an intact log, and the first entry that was changed', async () => {
    const { headers, wallet } = await signIn(app)
    await record(wallet)
    const { entries } = (await app.inject({ url: '/api/audit', headers })).json()
    expect(await verify(headers)).toEqual({
      ok: true,
      entries: 3,
      head: entries[0].hash,
      problem: null,
    })
    await app.ctx.db.query('update audit_entries set action = $2 where merchant = $1 and seq = 2', [
      wallet.toLowerCase(),
      'nothing.happened',
    ])
    expect(await verify(headers)).toMatchObject({ entries: 1, problem: 'entry 2 was changed' })
  })

  test('error: too many verifications', async () => {
    const { headers } = await signIn(app)
    for (let count = 0; count < 6; count += 1) expect((await verify(headers)).ok).toBe(true)
    expect(await verify(headers)).toMatchObject({ error: 'rate_limited', limit: 'audit-checks' })
  })
})

describe('canonicalJson', () => {
  test('default', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
    const noise = randomBytes(4).toString('hex')
    expect(canonicalJson({ [noise]: 1 })).toBe(`{"${noise}":1}`)
  })
})
