import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import type { SignedIn } from '../../../test/sign-in.js'
import { DAY_MS } from '../../lib/time.js'
import { readChanges } from '../../platform/live-changes/live-change-store.js'
import type { NewNotification } from '../../platform/notifications/notification.js'
import {
  raiseNotifications,
  resolveNotifications,
} from '../../platform/notifications/raise-notifications.js'
import { pruneNotifications } from './feature.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/notifications'
const get = async (person: SignedIn, query = '', shop = seller) =>
  (
    await app.inject({ url: `${url}?wallet=${shop.wallet}&${query}`, headers: person.headers })
  ).json()
const read = (person: SignedIn, payload: object, shop = seller) =>
  app.inject({
    method: 'POST',
    url: `${url}/read?wallet=${shop.wallet}`,
    headers: person.headers,
    payload: { ...payload, wallet: shop.wallet },
  })
const idsOf = ({ notifications }: { notifications: { id: string }[] }) =>
  notifications.map(({ id }) => id)
const subjectsOf = ({ notifications }: { notifications: { subject: { id: string } }[] }) =>
  notifications.map(({ subject }) => subject.id)

type Fields = Partial<NewNotification>
const matter = (fields: Fields = {}): NewNotification => ({
  merchant: seller.wallet,
  kind: 'oversold',
  subjectId: 'r-1',
  params: { receiptId: 'r-1' },
  ...fields,
})
const raise = (...all: NewNotification[]) =>
  app.ctx.db.transaction((tx) => raiseNotifications({ ...app.ctx, db: tx }, all))
const resolve = (...all: NewNotification[]) =>
  app.ctx.db.transaction((tx) => resolveNotifications({ ...app.ctx, db: tx }, all))

/** Raises one notification after another, for receipts with these ids. */
async function raiseFor(...subjectIds: string[]) {
  for (const subjectId of subjectIds) {
    await raise(matter({ subjectId }))
    app.ctx.clock.advance(1)
  }
}

const start = async () => {
  seller = await aSeller(app)
}

describe('GET /api/notifications', () => {
  test('default', async () => {
    await start()
    await raise(matter())
    expect(await get(seller.owner)).toEqual({
      ok: true,
      notifications: [
        {
          id: expect.stringMatching(/^ntf_/),
          kind: 'oversold',
          severity: 'critical',
          params: { receiptId: 'r-1' },
          at: app.ctx.now(),
          read: false,
          resolvedAt: null,
          subject: { kind: 'receipt', id: 'r-1' },
        },
      ],
      unreadCount: 1,
      nextCursor: null,
    })
  })

  test('behavior: a matter is reported once while it lasts, with its newest parameters', async () => {
    await start()
    await raise(matter())
    await raise(matter(), matter({ params: { receiptId: 'r-1', totalUsd: 2 } }))
    const open = await get(seller.owner)
    expect(open.notifications).toMatchObject([{ params: { totalUsd: 2 }, resolvedAt: null }])
    app.ctx.clock.advance(5)
    await resolve(matter())
    await resolve(matter())
    expect((await get(seller.owner)).notifications).toMatchObject([{ resolvedAt: app.ctx.now() }])
    await raise(matter())
    expect((await get(seller.owner)).notifications).toMatchObject([
      { resolvedAt: null },
      { resolvedAt: app.ctx.now() },
    ])
  })

  test('behavior: an event is reported each time', async () => {
    await start()
    const joined = matter({ kind: 'member_joined', subjectId: seller.wallet, params: {} })
    await raise(joined)
    await raise(joined)
    expect((await get(seller.owner)).notifications).toHaveLength(2)
  })

  test('behavior: pages, also while others arrive', async () => {
    await start()
    await raiseFor('a', 'b', 'c', 'd', 'e')
    const first = await get(seller.owner, 'limit=2')
    expect(subjectsOf(first)).toEqual(['e', 'd'])
    await raiseFor('f')
    const second = await get(seller.owner, `limit=2&cursor=${first.nextCursor}`)
    expect(subjectsOf(second)).toEqual(['c', 'b'])
    const third = await get(seller.owner, `limit=2&cursor=${second.nextCursor}`)
    expect([subjectsOf(third), third.nextCursor]).toEqual([['a'], null])
    expect(third.unreadCount).toBe(6)
  })

  test('behavior: each role sees the subjects that it may see', async () => {
    await start()
    await raise(
      matter(),
      matter({ kind: 'payouts_overdue', subjectId: 'overdue' }),
      matter({ kind: 'low_stock', subjectId: 'itm_1' }),
      matter({ kind: 'device_paired', subjectId: 'dev_1' }),
      matter({ kind: 'member_joined', subjectId: 'psn_1' }),
      matter({ kind: 'subscription_charge_failed', subjectId: 'sub_1' }),
    )
    const kindsOf = async (role: 'cashier' | 'support' | 'accountant' | 'admin') => {
      const member = await aMember(app, { merchant: seller.wallet, role })
      const { notifications, unreadCount } = await get(member)
      expect(unreadCount).toBe(notifications.length)
      return notifications.map(({ kind }: { kind: string }) => kind).toSorted()
    }
    expect(await kindsOf('cashier')).toEqual(['low_stock'])
    expect(await kindsOf('support')).toEqual([
      'low_stock',
      'member_joined',
      'oversold',
      'subscription_charge_failed',
    ])
    expect(await kindsOf('accountant')).toContain('payouts_overdue')
    expect(await kindsOf('accountant')).not.toContain('device_paired')
    expect(await kindsOf('admin')).toHaveLength(6)
  })

  test('behavior: no other shop sees it', async () => {
    await start()
    const other = await aSeller(app)
    await raise(matter())
    expect((await get(other.owner, '', other)).notifications).toEqual([])
  })

  test.each(['cursor=here', 'cursor=1.ntf_%00', 'limit=many', 'unread=yes'])(
    'error: 400 for %s',
    async (query) => {
      await start()
      expect(await get(seller.owner, query)).toMatchObject({ error: 'invalid_input' })
    },
  )

  test('error: a developer key has no read state', async () => {
    await start()
    expect((await seller.get(url)).statusCode).toBe(403)
  })
})

describe('POST /api/notifications/read', () => {
  test('default: for the person alone', async () => {
    await start()
    await raiseFor('a', 'b')
    const support = await aMember(app, { merchant: seller.wallet, role: 'support' })
    const [newest] = idsOf(await get(seller.owner))
    const { snapshot } = (await changes('1:1:')).position
    await follow()
    const response = await read(seller.owner, { ids: [newest, newest, 'ntf_unknown'] })
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, unreadCount: 1 }])
    expect(subjectsOf(await get(seller.owner, 'unread=1'))).toEqual(['a'])
    expect((await get(support)).unreadCount).toBe(2)
    expect((await read(seller.owner, { ids: [newest] })).json().unreadCount).toBe(1)
    const told = (await changes(snapshot)).changes.map(({ id, person }) => ({ id, person }))
    expect(told).toEqual([{ id: newest, person: seller.wallet }])
  })

  test('behavior: up to one, but not those that arrived since', async () => {
    await start()
    await raiseFor('a', 'b', 'c')
    const [, second] = idsOf(await get(seller.owner))
    expect((await read(seller.owner, { upTo: second })).json().unreadCount).toBe(1)
    expect(subjectsOf(await get(seller.owner, 'unread=1'))).toEqual(['c'])
  })

  test('behavior: marks nothing that the role does not see', async () => {
    await start()
    await raiseFor('a')
    const [id] = idsOf(await get(seller.owner))
    const cashier = await aMember(app, { merchant: seller.wallet, role: 'cashier' })
    await read(cashier, { ids: [id] })
    expect((await read(cashier, { upTo: id })).statusCode).toBe(404)
    const { rows } = await app.ctx.db.query('select from notification_reads where merchant = $1', [
      seller.wallet,
    ])
    expect(rows).toEqual([])
  })

  test('error: 400 without or with both, 404 for an unknown one', async () => {
    await start()
    for (const payload of [{}, { ids: [], upTo: 'ntf_1' }]) {
      expect((await read(seller.owner, payload)).json()).toMatchObject({ error: 'invalid_input' })
    }
    expect((await read(seller.owner, { upTo: 'ntf_unknown' })).statusCode).toBe(404)
  })
})

describe('pruneNotifications', () => {
  test('default: after 90 days, and beyond 1,000 those of resolved matters first', async () => {
    await start()
    await raiseFor('old')
    app.ctx.clock.advance(91 * DAY_MS)
    await app.ctx.db.query(
      `insert into notifications (merchant, id, kind, subject_id, params, open_key, created_at, resolved_at)
       select $1, 'ntf_' || n, 'oversold', n::text, '{}', case when n % 2 = 0 then n::text end, $2::bigint + n,
         case when n % 2 = 1 then 1 end
       from generate_series(1, 1010) n`,
      [seller.wallet, app.ctx.now()],
    )
    await read(seller.owner, { ids: ['ntf_1'] })
    await pruneNotifications.run(app.ctx, new AbortController().signal)
    const { rows } = await app.ctx.db.query<{ id: string }>(
      'select id from notifications where merchant = $1',
      [seller.wallet],
    )
    const gone = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map((number) => `ntf_${number}`)
    expect(rows).toHaveLength(1_000)
    expect(rows.filter(({ id }) => gone.includes(id))).toEqual([])
  })

  test('behavior: forgets what former members have read', async () => {
    await start()
    await raiseFor('a')
    const member = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    await read(member, { ids: idsOf(await get(member)) })
    await app.ctx.db.query('delete from members where person = $1', [member.wallet])
    const result = await pruneNotifications.run(app.ctx, new AbortController().signal)
    expect(result).toMatchObject({ reads: 1 })
  })
})

const changes = (since: string) =>
  readChanges(app.ctx.db, { merchants: [seller.wallet], since, max: 500 })

/** Opens a screen of the shop, without which changes are not recorded. */
const follow = () =>
  app.ctx.db.query(
    `insert into live_followers (merchant, followed_until) values ($1, 9007199254740991)`,
    [seller.wallet],
  )
