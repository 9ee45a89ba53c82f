import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCashier, aTill, type TestDevice } from '../../../../test/fixtures/till.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import type { Device } from '../../../auth/devices/devices.js'
import { maxDevicePins } from '../../../auth/devices/pins/pin-attempts.js'
import type { PinHasher } from '../../../auth/devices/pins/pin-hasher.js'
import { unlockDevice } from './unlock-device.js'

let app: TestApp
let owner: SignedIn
let till: Awaited<ReturnType<typeof aTill>>
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

/** A merchant with a register that is locked, for each test. */
async function start() {
  owner = await signIn(app)
  till = await aTill(app, owner)
  await till.device.act('/api/devices/lock')
}

const send = (method: 'PUT' | 'DELETE', payload: object = {}) =>
  app.inject({
    method,
    url: `/api/cashiers/${till.cashier.id}`,
    headers: owner.headers,
    ...(method === 'PUT' && { payload }),
  })

/** Unlocks the register. `during` runs while the PIN, which is right, is being checked. */
function unlockDuring(during: () => Promise<unknown>) {
  const pins: PinHasher = {
    hash: () => Promise.reject(new Error('unexpected')),
    async verify() {
      await during()
      return true
    },
    close: async () => {},
  }
  const device = { merchant: owner.wallet, id: till.device.id } as Device
  const { id: cashierId } = till.cashier
  const input = { device, cashierId, pin: '2580', pins, network: 'test', correlationId: 'test' }
  return unlockDevice(app.ctx, input)
}

const cashierOf = async (device: TestDevice) =>
  (await device.get('/api/registers')).json().device.cashier

describe('a change while the PIN is being checked', () => {
  test('error: a new PIN refuses the old one', { tags: 'slow' }, async () => {
    await start()
    const unlock = unlockDuring(() => send('PUT', { pin: '8642' }))
    await expect(unlock).rejects.toMatchObject({ code: 'wrong_pin' })
    expect(await cashierOf(till.device)).toBeNull()
    expect((await till.device.unlock(till.cashier.id, '8642')).statusCode).toBe(200)
  })

  test('error: a deleted cashier unlocks nothing', async () => {
    await start()
    const unlock = unlockDuring(() => send('DELETE'))
    await expect(unlock).rejects.toMatchObject({ code: 'not_found' })
    const { rows } = await app.ctx.db.query('select unlocked_at from devices where id = $1', [
      till.device.id,
    ])
    expect(rows).toEqual([{ unlocked_at: null }])
  })

  test('behavior: the response has the new rights', async () => {
    await start()
    const { cashier } = await unlockDuring(() => send('PUT', { rights: ['close_day'] }))
    expect(cashier.rights).toEqual(['close_day'])
  })

  test('error: a device that was revoked is not unlocked', async () => {
    await start()
    const { id } = till.device
    const { headers } = owner
    const revoke = () => app.inject({ method: 'DELETE', url: `/api/devices/${id}`, headers })
    await expect(unlockDuring(revoke)).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('a device with too many wrong PINs', () => {
  test('behavior: ends with the next attempt if the process ended in between', async () => {
    await start()
    const { device, cashier } = till
    await app.ctx.db.query('update devices set wrong_pins = $2, forgiven_at = $3 where id = $1', [
      device.id,
      maxDevicePins,
      app.ctx.now(),
    ])
    expect((await device.get('/api/registers')).statusCode).toBe(200)
    expect((await device.unlock(cashier.id)).json()).toMatchObject({ error: 'unauthorized' })
    expect((await device.get('/api/registers')).statusCode).toBe(401)
    const { rows } = await app.ctx.db.query<{ after: unknown }>(
      `select device, after from audit_entries where merchant = $1 and action = 'device.locked_out'`,
      [owner.wallet],
    )
    const after = { wrongPins: maxDevicePins, cashierId: cashier.id }
    expect(rows).toEqual([{ device: device.id, after }])
    const alert = app.ctx.alerts.list().find(({ key }) => key === owner.wallet)
    expect(alert?.message).toContain(cashier.id)
  })
})

describe('PINs of other merchants', () => {
  test('behavior: many changes of one merchant hardly delay the unlock of another', {
    tags: 'slow',
  }, async () => {
    await start()
    const other = await signIn(app)
    const { id } = await aCashier(app, other)
    let done = 0
    const flood = Array.from({ length: 40 }, async () => {
      await app.inject({
        method: 'PUT',
        url: `/api/cashiers/${id}`,
        headers: other.headers,
        payload: { pin: '8642' },
        remoteAddress: '192.0.2.1',
      })
      done += 1
    })
    await expect.poll(() => done).toBeGreaterThan(0)
    const before = done
    const network = { remoteAddress: '192.0.2.2' }
    expect((await till.device.unlock(till.cashier.id, '2580', network)).statusCode).toBe(200)
    expect(done - before).toBeLessThan(15)
    await Promise.all(flood)
  })
})
