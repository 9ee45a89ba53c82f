// @module-tag slow
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Listener, listen } from '../../../../test/fixtures/servers/event-listener.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { deleteMember } from '../../../auth/merchants/member-store.js'
import type { Role } from '../../../auth/roles.js'
import { endSessions } from '../../../auth/sessions/session-store.js'
import { pruneLiveChanges } from '../../../platform/live-changes/live-change-store.js'
import {
  recordLiveChange,
  recordLiveChanges,
} from '../../../platform/live-changes/record-live-change.js'

const url = '/api/events/stream'
const allKinds = 'receipt,item,subscription,payout,notification,job'

let app: TestApp
let base: string
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
  seller = await aSeller(app)
})
afterAll(() => app.close())

const opened: Listener[] = []
afterEach(() => {
  for (const listener of opened.splice(0)) listener.leave()
})

async function follow(
  kinds: string,
  headers: Record<string, string> = seller.owner.headers,
  query = '',
): Promise<Listener> {
  const listener = await listen(`${base}${url}?kinds=${kinds}${query}`, headers)
  opened.push(listener)
  return listener
}

/** A stream that has begun. */
async function current(kinds: string, headers?: Record<string, string>): Promise<Listener> {
  const listener = await follow(kinds, headers)
  await listener.until(1)
  return listener
}

const memberOf = async (role: Role) => aMember(app, { merchant: seller.wallet, role })

const shown = ({ events }: Listener) =>
  events.map(({ event, data }) =>
    event === 'change' ? `${data['kind']} ${data['id']} ${data['change']}` : event,
  )

describe('GET /api/events/stream?kinds=', () => {
  test('default: tells which receipts and items to load again, without their data', async () => {
    const listener = await current('receipt,item')
    expect(listener.events[0]).toMatchObject({
      event: 'reload',
      data: { kinds: ['receipt', 'item'] },
    })
    await seller.post('/api/receipts', {
      id: 'tea',
      lineItems: [{ label: 'Tea', priceUsd: 4 }],
      totalUsd: 4,
    })
    expect((await listener.until(2)).data).toEqual({
      kind: 'receipt',
      id: 'tea',
      change: 'created',
    })
    await seller.act('/api/receipts/tea/comments', { text: 'Call before noon' })
    expect((await listener.until(3)).data).toEqual({
      kind: 'receipt',
      id: 'tea',
      change: 'updated',
    })
    const { item } = (
      await seller.act('/api/inventory', { sku: 'T', name: 'Tea', priceUsd: 4, stockQty: 3 })
    ).json()
    expect((await listener.until(4)).data).toEqual({
      kind: 'item',
      id: item.id,
      change: 'created',
    })
    expect(listener.body()).not.toContain('noon')
  })

  test('behavior: an order changes the stock of its items', async () => {
    const shop = await aSeller(app, {
      items: [{ sku: 'A', name: 'A', priceUsd: 1, stockQty: 5 }],
    })
    const listener = await current('item', shop.owner.headers)
    const [item] = (await shop.get('/api/inventory')).json().items
    const order = await shop.post('/api/orders', { items: [{ id: item.id, qty: 2 }] })
    expect(order.statusCode).toBe(200)
    expect((await listener.until(2)).data).toEqual({
      kind: 'item',
      id: item.id,
      change: 'updated',
    })
  })

  test('behavior: resumes after the id of an event, and misses nothing', async () => {
    const first = await current('item')
    const { id: cursor } = await first.until(1)
    first.leave()
    const { wallet: merchant } = seller
    await recordLiveChange(app.ctx.db, { merchant, kind: 'item', id: 'while-away' })
    const second = await follow('item', { ...seller.owner.headers, 'last-event-id': cursor })
    await second.until(2)
    expect(shown(second)).toEqual(['resumed', 'item while-away updated'])
    const third = await follow('item', seller.owner.headers, `&after=${cursor}`)
    await third.until(2)
    expect(shown(third)).toEqual(['resumed', 'item while-away updated'])
  })

  test('behavior: a position that is too old makes the client load everything', async () => {
    const { id: cursor } = await (await current('item')).until(1)
    const [at = '', snapshot] = cursor.split('.')
    const old = `${Number(at) - 15 * 60_000 - 1}.${snapshot}`
    const listener = await current('item', { ...seller.owner.headers, 'last-event-id': old })
    expect(shown(listener)).toEqual(['reload'])
  })

  test('behavior: many changes become one of their kind', async () => {
    const listener = await current('item')
    const ids = Array.from({ length: 150 }, (_, index) => `itm_${index}`)
    const { wallet: merchant } = seller
    await app.ctx.db.transaction(async (tx) => {
      await recordLiveChanges(tx, { merchant, kind: 'item', ids: ids.slice(0, 75) })
      await recordLiveChanges(tx, { merchant, kind: 'item', ids: ids.slice(75) })
    })
    await listener.until(2)
    expect(shown(listener)).toEqual(['reload', 'item null updated'])
  })

  test('behavior: an event arrives soon after the commit', async () => {
    const listener = await current('item')
    const times: number[] = []
    for (let count = 0; count < 15; count += 1) {
      const id = `timed-${count}`
      await recordLiveChange(app.ctx.db, { merchant: seller.wallet, kind: 'item', id })
      const startedAt = performance.now()
      await listener.until(count + 2)
      times.push(performance.now() - startedAt)
    }
    expect(times.toSorted((a, b) => a - b)[7]).toBeLessThan(1_000)
  })

  describe('shows a role only what it may see', () => {
    const { all, rest } = { all: allKinds.split(','), rest: ['item', 'notification', 'job'] }
    test.each<[Role, string[]]>([
      ['admin', all],
      ['accountant', all],
      ['viewer', all],
      ['support', all.filter((kind) => kind !== 'payout')],
      ['cashier', ['receipt', ...rest]],
    ])('behavior: %s', async (role, kinds) => {
      const member = await memberOf(role)
      const listener = await follow(allKinds, member.headers, `&wallet=${seller.wallet}`)
      expect((await listener.until(1)).data).toEqual({ kinds })
      for (const kind of ['payout', 'subscription', 'item'] as const) {
        await recordLiveChange(app.ctx.db, { merchant: seller.wallet, kind, id: `x-${kind}` })
      }
      await expect.poll(() => shown(listener)).toContain('item x-item updated')
      const seen = shown(listener).join()
      expect(seen.includes('x-payout')).toBe(kinds.includes('payout'))
      expect(seen.includes('x-subscription')).toBe(kinds.includes('subscription'))
    })

    test('behavior: a cashier sees changes of their own sales only', async () => {
      const cashier = await memberOf('cashier')
      const listener = await follow('receipt,item', cashier.headers, `&wallet=${seller.wallet}`)
      await listener.until(1)
      const owner = await current('receipt')
      for (const id of ['own', 'other']) {
        await seller.post('/api/receipts', {
          id: `sale-${id}`,
          lineItems: [{ label: 'Tea', priceUsd: 4 }],
          totalUsd: 4,
        })
      }
      // An update that is read together with the creation is part of it.
      await expect.poll(() => shown(owner).join()).toContain('sale-other created')
      await app.ctx.db.query('update receipts set sold_by = $2 where merchant = $1 and id = $3', [
        seller.wallet,
        cashier.wallet,
        'sale-own',
      ])
      await seller.act('/api/receipts/status', { receiptId: 'sale-other', status: 'paid' })
      await seller.act('/api/receipts/status', { receiptId: 'sale-own', status: 'paid' })
      await expect.poll(() => shown(listener).join()).toContain('receipt sale-own updated')
      await recordLiveChange(app.ctx.db, { merchant: seller.wallet, kind: 'item', id: 'last' })
      await expect.poll(() => shown(listener).join()).toContain('item last')
      expect(shown(listener).join()).not.toContain('sale-other updated')
    })

    test('behavior: notifications reach one person, and jobs also managers', async () => {
      const viewer = await memberOf('viewer')
      const owner = await current('notification,job')
      const listener = await follow('notification,job', viewer.headers, `&wallet=${seller.wallet}`)
      await listener.until(1)
      const merchant = seller.wallet
      for (const kind of ['notification', 'job'] as const) {
        const person = viewer.wallet
        await recordLiveChange(app.ctx.db, { merchant, kind, id: 'of-viewer', person })
        await recordLiveChange(app.ctx.db, { merchant, kind, id: 'of-owner', person: merchant })
      }
      await expect.poll(() => shown(listener).length).toBe(3)
      await expect.poll(() => shown(owner).length).toBe(4)
      expect(shown(listener).slice(1)).toEqual([
        'notification of-viewer updated',
        'job of-viewer updated',
      ])
      expect(shown(owner).slice(1)).toEqual([
        'notification of-owner updated',
        'job of-viewer updated',
        'job of-owner updated',
      ])
    })
  })

  describe('ends', () => {
    test('behavior: within two seconds of the end of the session', async () => {
      const member = await memberOf('viewer')
      const listener = await follow('item', member.headers, `&wallet=${seller.wallet}`)
      await endSessions(app.ctx.db, { person: member.wallet, id: null, endedAt: app.ctx.now() })
      const startedAt = performance.now()
      await listener.ended
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    })

    test.each([
      [
        'the role changes',
        `update members set role = 'cashier' where merchant = $1 and person = $2`,
      ],
    ])('behavior: within two seconds when %s', async (_, sql) => {
      const member = await memberOf('accountant')
      const listener = await follow('item', member.headers, `&wallet=${seller.wallet}`)
      await app.ctx.db.query(sql, [seller.wallet, member.wallet])
      const startedAt = performance.now()
      await listener.ended
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    })

    test('behavior: when the person leaves the merchant', async () => {
      const member = await memberOf('admin')
      const listener = await follow('item', member.headers, `&wallet=${seller.wallet}`)
      await deleteMember(app.ctx.db, { merchant: seller.wallet, person: member.wallet })
      await listener.ended
    })
  })

  test('behavior: records nothing for merchants without open screens', async () => {
    const other = await aSeller(app)
    const order = { id: 'a', lineItems: [{ label: 'Tea', priceUsd: 4 }], totalUsd: 4 }
    await other.post('/api/receipts', order)
    const count = async () => {
      const { rows } = await app.ctx.db.query<{ count: number }>(
        'select count(*)::int as count from live_changes where merchant = $1',
        [other.wallet],
      )
      return rows[0]?.count
    }
    expect(await count()).toBe(0)
    await current('receipt', other.owner.headers)
    await other.post('/api/receipts', { ...order, id: 'b' })
    expect(await count()).toBe(1)
    await pruneLiveChanges.run(app.ctx, new AbortController().signal)
    expect(await count()).toBe(1)
  })

  test('behavior: a key receives no new kind of event', async () => {
    const listener = await listen(`${base}${url}?after=0`, seller.headers)
    opened.push(listener)
    await recordLiveChange(app.ctx.db, { merchant: seller.wallet, kind: 'item', id: 'unseen' })
    await expect.poll(() => listener.comments()).toBeGreaterThan(0)
    const owner = await current('item')
    await recordLiveChange(app.ctx.db, { merchant: seller.wallet, kind: 'item', id: 'seen' })
    await owner.until(2)
    expect(listener.events.filter(({ event }) => !event.startsWith('receipt.'))).toEqual([])
  })

  test('error: 400 for a key', async () => {
    const response = await app.inject({
      url: `${url}?kinds=item`,
      headers: seller.headers,
    })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'invalid_input',
        message: 'kinds is for signed-in people. Omit it to stream events with a key.',
      },
    ])
  })

  test.each(['', 'order', 'item,order', 'item,'])('error: 400 for kinds=%s', async (kinds) => {
    const { headers } = seller.owner
    const response = await app.inject({ url: `${url}?kinds=${kinds}`, headers })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      {
        message:
          'kinds must be one or more of receipt, item, subscription, payout, notification, job, separated by commas.',
      },
    ])
  })

  test.each(['1', 'x', '1.2:1:', '1.1:3:3', '1.1:9:2,2', `1.1:${'9'.repeat(19)}:`, '1.0:1:'])(
    'error: 400 for the position %s',
    async (after) => {
      const { headers } = seller.owner
      const response = await app.inject({ url: `${url}?kinds=item&after=${after}`, headers })
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { error: 'invalid_input' },
      ])
    },
  )

  test('error: 403 for a cashier without kinds', async () => {
    const { headers } = await memberOf('cashier')
    const response = await app.inject({ url: `${url}?wallet=${seller.wallet}`, headers })
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      { requiredRight: 'receipts:read' },
    ])
  })
})
