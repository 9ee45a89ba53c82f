// @module-tag slow
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/app.js'
import { snapshotSources } from '../../../src/features.js'
import { MINUTE_MS } from '../../../src/lib/time.js'
import { createSchemaCompilers } from '../../../src/platform/http/schema-compilers.js'
import { createJournal } from '../../../src/platform/journal/journal.js'
import { createMemory } from '../../../src/platform/memory.js'
import { deriveKey } from '../../../src/platform/secrets/derived-key.js'
import { createSnapshot } from '../../../src/platform/snapshot/snapshot.js'
import { openSnapshotFiles } from '../../../src/platform/snapshot/snapshot-files.js'
import { createSnapshotWorker } from '../../../src/platform/snapshot/snapshot-worker.js'
import { createOutageApp } from '../../fixtures/outage.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { aCashier, aTill, testPin } from '../../fixtures/till.js'

let app: Awaited<ReturnType<typeof createOutageApp>>
let seller: Seller
let till: Awaited<ReturnType<typeof aTill>>
let bob: { id: string }
beforeAll(async () => {
  app = await createOutageApp()
  seller = await aSeller(app, { items: [{ sku: 'TEA', name: 'Tea', priceUsd: 4 }] })
  till = await aTill(app, seller.owner, { rights: ['sell', 'see_own_sales', 'record_cash'] })
  app.ctx.clock.advance(1)
  bob = await aCashier(app, seller.owner, { name: 'Bob' })
  // Memory knows the item and the shop.
  await till.device.act('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
  await till.device.act('/api/devices/lock')
  await till.device.get('/api/registers')
  await app.snapshot.refresh()
  await app.begin()
}, 60_000)
afterAll(async () => {
  await app.end()
  await app.close()
})

const mark = { degraded: true, reason: 'datastore_unavailable' }

/** Starts the service again on the same directory, while the database is unavailable. */
async function restart() {
  const { ctx, dataDir } = app
  await ctx.journal.close()
  const { config, now, newId, alerts } = ctx
  const journal = createJournal({
    directory: join(dataDir, 'journal'),
    key: deriveKey(config.masterKey, 'journal'),
    newId: () => newId('proc'),
    now,
    alerts,
  })
  await journal.adopt()
  const snapshot = createSnapshot({ now, maxAgeMs: config.snapshotMaxAgeMs })
  const restarted = { ...ctx, journal, snapshot, memory: createMemory() }
  const files = openSnapshotFiles({
    directory: join(dataDir, 'snapshot'),
    key: deriveKey(config.masterKey, 'snapshot'),
    maxAgeMs: config.snapshotMaxAgeMs,
    log: ctx.log,
  })
  const worker = createSnapshotWorker(restarted, { sources: snapshotSources, files })
  await worker.restore()
  await worker.recall()
  const { server } = await buildApp(restarted, createSchemaCompilers())
  return { ctx: restarted, server }
}

describe('a register during an outage', () => {
  test('default: unlocks, sells, counts wrong PINs, and keeps locks over a restart', async () => {
    const { device, cashier } = till
    expect((await device.get('/api/cashiers')).json()).toEqual({
      ok: true,
      cashiers: [
        { id: cashier.id, name: 'Ada' },
        { id: bob.id, name: 'Bob' },
      ],
      ...mark,
    })
    const unlocked = await device.unlock(cashier.id)
    expect(unlocked.json()).toMatchObject({ device: { cashier: { id: cashier.id } }, ...mark })
    const sale = await device.act('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
    const { receipt } = sale.json()
    expect(sale.json()).toMatchObject({ receipt: { soldBy: cashier.id }, ...mark })
    const list = await device.get('/api/receipts')
    // The clock stands still, so that the order of receipts is arbitrary.
    expect(list.json().receipts).toContainEqual(
      expect.objectContaining({ receiptId: receipt.receiptId }),
    )

    // Cash that is recorded twice counts once.
    const cash = { receiptId: receipt.receiptId, status: 'paid' }
    for (let time = 0; time < 2; time += 1) {
      const recorded = await device.act('/api/receipts/status', cash)
      expect([recorded.statusCode, recorded.json()]).toEqual([200, { ok: true, ...mark }])
    }
    const unknown = await device.act('/api/receipts/status', { ...cash, receiptId: 'unknown' })
    expect([unknown.statusCode, unknown.json()]).toMatchObject([500, { reason: mark.reason }])

    // 50 parallel guesses get five checks.
    const guesses = Array.from({ length: 50 }, (_, index) =>
      device.unlock(bob.id, String(4_000 + index)),
    )
    const errors = (await Promise.all(guesses)).map((response) => response.json().error)
    expect(errors.filter((error) => error === 'wrong_pin')).toHaveLength(4)
    expect(errors.filter((error) => error === 'pin_locked')).toHaveLength(46)
    expect((await device.unlock(bob.id)).json()).toMatchObject({ error: 'pin_locked' })

    const { ctx, server } = await restart()
    const again = await server.inject({
      method: 'POST',
      url: '/api/devices/unlock',
      headers: device.headers,
      payload: { cashierId: bob.id, pin: testPin },
    })
    expect(again.json()).toMatchObject({ error: 'pin_locked' })
    const own = await server.inject({ url: '/api/registers', headers: device.headers })
    expect(own.json()).toMatchObject({ device: { cashier: { id: cashier.id } }, ...mark })
    await server.close()
    await ctx.journal.close()

    // The first process takes its segments back, and stores them.
    await app.ctx.journal.adopt()
    await app.end()
    // Before the replay, the unlock and the lock of the journal count already.
    expect((await device.get('/api/registers')).json().device.cashier).toMatchObject({
      id: cashier.id,
    })
    expect((await device.unlock(bob.id)).json()).toMatchObject({ error: 'pin_locked' })
    await app.replay()
    const sold = (await seller.get(`/api/receipts/${receipt.receiptId}`)).json()
    expect(sold).toMatchObject({ status: 'paid', marked: true })
    const postings = await app.ctx.db.query<{ kind: string; counted: boolean }>(
      `select kind, register_id is not null as counted from ledger_postings as p
       left join register_postings as r on r.merchant = p.merchant and r.posting_key = p.key
       where p.receipt_id = $1 order by kind`,
      [receipt.receiptId],
    )
    expect(postings.rows).toEqual([
      { kind: 'mark', counted: false },
      { kind: 'sale', counted: true },
    ])
    const { rows } = await app.ctx.db.query(
      'select wrong_pins, pin_locks from cashiers where merchant = $1 order by created_at, id',
      [seller.wallet],
    )
    expect(rows).toEqual([
      { wrong_pins: 0, pin_locks: 0 },
      { wrong_pins: 5, pin_locks: 1 },
    ])
    expect((await device.unlock(bob.id)).json()).toMatchObject({ error: 'pin_locked' })
    const audit = await app.ctx.db.query<{ action: string }>(
      `select action from audit_entries where merchant = $1 and device = $2 and correlation_id = 'outage'`,
      [seller.wallet, device.id],
    )
    expect(audit.rows.map(({ action }) => action)).toEqual(['cashier.locked'])
    app.ctx.clock.advance(MINUTE_MS)
    expect((await device.unlock(bob.id)).statusCode).toBe(200)
  })
})
