// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTill } from '../../../../test/fixtures/till.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import { type WaitingPin, waitingPins } from '../../../auth/devices/waiting-pins.js'
import { MINUTE_MS, unixMs } from '../../../lib/time.js'
import { inTransaction } from '../../../platform/context.js'
import { journaledPins } from './journaled-pins.js'

let app: TestApp
let owner: SignedIn
let till: Awaited<ReturnType<typeof aTill>>
let pinHash: string
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signIn(app)
  till = await aTill(app, owner)
  pinHash = await readHash()
})

async function readHash(): Promise<string> {
  const { rows } = await app.ctx.db.query<{ pin_hash: string }>(
    'select pin_hash from cashiers where id = $1',
    [till.cashier.id],
  )
  return rows[0]?.pin_hash ?? ''
}

/** An entry that was accepted some time ago. */
function anEntry(type: 'unlocked' | 'locked' | 'attempt', agoMs: number): WaitingPin {
  const at = unixMs(app.ctx.now() - agoMs)
  const place = { merchant: owner.wallet, deviceId: till.device.id, at }
  if (type === 'locked') return { type, ...place }
  return { type, ...place, cashierId: till.cashier.id, pinHash }
}

const replay = (value: WaitingPin) =>
  inTransaction(app.ctx, (inTx) => journaledPins.replay(inTx, [{ value, at: value.at }]))
const cashierOf = async () =>
  (await till.device.get('/api/registers')).json().device.cashier?.id ?? null
const changePin = (pin: string) =>
  app.inject({
    method: 'PUT',
    url: `/api/cashiers/${till.cashier.id}`,
    headers: owner.headers,
    payload: { pin },
  })

describe('an entry of an outage that is replayed', () => {
  test('default: unlocks and locks', async () => {
    await till.device.act('/api/devices/lock')
    app.ctx.clock.advance(MINUTE_MS)
    await replay(anEntry('unlocked', 0))
    expect(await cashierOf()).toBe(till.cashier.id)
    await replay(anEntry('locked', 0))
    expect(await cashierOf()).toBeNull()
  })

  test('behavior: an unlock does not undo a later lock', async () => {
    app.ctx.clock.advance(MINUTE_MS)
    await till.device.act('/api/devices/lock')
    await replay(anEntry('unlocked', 1))
    expect(await cashierOf()).toBeNull()
  })

  test('behavior: a lock does not undo a later unlock', async () => {
    app.ctx.clock.advance(MINUTE_MS)
    await till.device.unlock(till.cashier.id)
    await replay(anEntry('locked', 1))
    expect(await cashierOf()).toBe(till.cashier.id)
  })

  test('behavior: an unlock with a PIN that was changed does nothing', async () => {
    await changePin('8642')
    app.ctx.clock.advance(MINUTE_MS)
    await replay(anEntry('unlocked', 0))
    expect(await cashierOf()).toBeNull()
  })

  test('behavior: an attempt at an old PIN does not count for the new one', async () => {
    await changePin('8642')
    for (let count = 0; count < 5; count += 1) await replay(anEntry('attempt', 0))
    expect((await till.device.unlock(till.cashier.id, '8642')).statusCode).toBe(200)
    const { rows } = await app.ctx.db.query('select wrong_pins from devices where id = $1', [
      till.device.id,
    ])
    expect(rows).toEqual([{ wrong_pins: 5 }])
  })
})

describe('an entry that waits for its replay', () => {
  test('behavior: an unlock does not undo a later lock, nor one with an old PIN', async () => {
    const unlock = anEntry('unlocked', 1)
    app.ctx.clock.advance(MINUTE_MS)
    await till.device.act('/api/devices/lock')
    await app.ctx.journal.append(waitingPins, unlock)
    expect(await cashierOf()).toBeNull()
    app.ctx.clock.advance(MINUTE_MS)
    const later = anEntry('unlocked', 0)
    await app.ctx.journal.append(waitingPins, later)
    expect(await cashierOf()).toBe(till.cashier.id)
    await changePin('8642')
    expect(await cashierOf()).toBeNull()
  })
})
