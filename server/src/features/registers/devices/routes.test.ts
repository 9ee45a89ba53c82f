import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aCashier,
  aCode,
  aDevice,
  aRegister,
  aTill,
  type TestDevice,
  testPin,
} from '../../../../test/fixtures/till.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time.js'
import { verifyChains } from '../../audit/verify-chains.js'

let app: TestApp
let owner: SignedIn
let registerId: string
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

/** A merchant with a register for each test. */
async function start(): Promise<SignedIn> {
  owner = await signIn(app)
  registerId = (await aRegister(app, owner)).id
  return owner
}

const pair = (payload: object, more: object = {}) =>
  app.inject({ method: 'POST', url: '/api/devices', payload, ...more })
const revoke = ({ id }: Pick<TestDevice, 'id'>) =>
  app.inject({ method: 'DELETE', url: `/api/devices/${id}`, headers: owner.headers })
const network = (index: number) => ({ remoteAddress: `10.${index >> 8}.${index & 255}.1` })

async function auditOf(action: string) {
  const { rows } = await app.ctx.db.query<Record<string, unknown>>(
    'select actor, device, cashier, target from audit_entries where merchant = $1 and action = $2',
    [owner.wallet, action],
  )
  return rows
}

describe('pairing', () => {
  test('default: a code pairs one device with its register', async () => {
    await start()
    const code = await aCode(app, owner, { registerId })
    expect(code).toMatch(/^[0-9a-z]{26}$/)
    const response = await pair({ code: code.toUpperCase(), name: ' Tablet ' })
    expect(response.statusCode).toBe(201)
    const { device, csrfToken } = response.json()
    const own = { registerId, kind: 'register', name: 'Tablet', cashier: null }
    expect(device).toEqual({ id: expect.stringMatching(/^dev_/), ...own })
    const [cookie, csrf] = [response.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^cb_device_token=[^;]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=/)
    expect(csrf).toContain(`cb_device_csrf=${csrfToken}; SameSite=Strict`)
    const list = await app.inject({ url: '/api/devices', headers: owner.headers })
    expect(list.json().devices).toMatchObject([{ id: device.id, isUnlocked: false }])
    expect((await pair({ code, name: 'Second' })).statusCode).toBe(404)
    expect(await auditOf('device.paired')).toEqual([
      { actor: device.id, device: device.id, cashier: null, target: device.id },
    ])
  })

  test('behavior: of parallel uses of a code, one pairs', { tags: 'slow' }, async () => {
    await start()
    const code = await aCode(app, owner, { registerId })
    const uses = Array.from({ length: 8 }, (_, index) => pair({ code, name: `D${index}` }))
    const statuses = (await Promise.all(uses)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(404)])
  })

  test('error: a code expires after two minutes', { tags: 'slow' }, async () => {
    await start()
    const code = await aCode(app, owner, { registerId })
    app.ctx.clock.advance(2 * MINUTE_MS)
    expect((await pair({ code, name: 'Late' })).json()).toMatchObject({ error: 'not_found' })
  })

  test('error: guesses from many networks pair nothing', { tags: 'slow' }, async () => {
    await start()
    await aCode(app, owner, { registerId })
    const guesses = Array.from({ length: 40 }, (_, index) =>
      pair({ code: 'a'.repeat(25) + (index % 10), name: 'x' }, network(index)),
    )
    for (const { statusCode } of await Promise.all(guesses)) expect(statusCode).toBe(404)
  })

  test('error: one network address has 20 attempts per minute', { tags: 'slow' }, async () => {
    await start()
    const code = await aCode(app, owner, { registerId })
    // A sandbox allows a network address a hundred times as many.
    const live = await app.sibling({}, { mode: 'live' })
    const attempt = (remoteAddress: string, attempted = 'a'.repeat(26)) =>
      live.inject({
        method: 'POST',
        url: '/api/devices',
        payload: { code: attempted, name: 'x' },
        remoteAddress,
      })
    const guesses = Array.from({ length: 25 }, () => attempt('198.51.100.7'))
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([...Array(20).fill(404), ...Array(5).fill(429)])
    const refused = await attempt('198.51.100.7', code)
    expect(refused.json()).toMatchObject({ error: 'rate_limited', limit: 'pairing-attempts' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await attempt('198.51.100.8', code)).statusCode).toBe(201)
  })

  test('error: a page of another site cannot pair', { tags: 'slow' }, async () => {
    await start()
    const code = await aCode(app, owner, { registerId })
    const headers = { origin: 'https://evil.test' }
    expect((await pair({ code, name: 'x' }, { headers })).statusCode).toBe(403)
    expect((await pair({ code, name: 'x' })).statusCode).toBe(201)
  })

  test('error: not for an unknown register, or the register of another merchant', {
    tags: 'slow',
  }, async () => {
    const other = await start()
    const foreign = registerId
    await start()
    const payload = { registerId: foreign }
    const url = '/api/devices/pairings'
    const response = await app.inject({ method: 'POST', url, headers: owner.headers, payload })
    expect(response.statusCode).toBe(404)
    expect(other.wallet).not.toBe(owner.wallet)
  })
})

describe('unlocking', () => {
  test('default: a cashier unlocks and locks a register', async () => {
    await start()
    const cashier = await aCashier(app, owner, { rights: ['sell', 'refund'] })
    const device = await aDevice(app, owner, { registerId })
    expect((await device.get('/api/registers')).json()).toMatchObject({
      registers: [{ id: registerId, name: 'Front counter' }],
      device: { cashier: null },
    })
    const response = await device.unlock(cashier.id)
    const own = { id: cashier.id, name: 'Ada', rights: ['sell', 'refund'] }
    expect(response.json()).toMatchObject({ ok: true, device: { cashier: own } })
    const unlocked = (await device.get('/api/registers')).json()
    expect(unlocked).toMatchObject({ registers: [{ receiptWidth: 80 }], device: { cashier: own } })
    expect((await device.act('/api/devices/lock')).json()).toEqual({ ok: true })
    expect((await device.get('/api/registers')).json().device.cashier).toBeNull()
    expect(await auditOf('device.unlocked')).toEqual([
      { actor: cashier.id, device: device.id, cashier: cashier.id, target: device.id },
    ])
    const chains = await verifyChains(app.ctx)
    expect(chains.filter(({ merchant }) => merchant === owner.wallet)).toMatchObject([
      { problem: null },
    ])
  })

  test('behavior: the audit log has one unlock per cashier and hour', {
    tags: 'slow',
  }, async () => {
    await start()
    const [ada, bob] = [await aCashier(app, owner), await aCashier(app, owner, { name: 'Bob' })]
    const device = await aDevice(app, owner, { registerId })
    for (const { id } of [ada, ada, bob, ada]) await device.unlock(id)
    expect(await auditOf('device.unlocked')).toHaveLength(3)
    app.ctx.clock.advance(HOUR_MS)
    await device.unlock(ada.id)
    expect(await auditOf('device.unlocked')).toHaveLength(4)
  })

  test('behavior: an unlock ends after 12 hours', { tags: 'slow' }, async () => {
    await start()
    const { device } = await aTill(app, owner)
    app.ctx.clock.advance(12 * HOUR_MS)
    expect((await device.get('/api/registers')).json().device.cashier).toBeNull()
  })

  test('behavior: 300 parallel wrong PINs from as many networks get five checks', {
    tags: 'slow',
  }, async () => {
    await start()
    const { id } = await aCashier(app, owner)
    const devices = [
      await aDevice(app, owner, { registerId }),
      await aDevice(app, owner, { registerId }),
    ]
    const guesses = Array.from({ length: 300 }, (_, index) =>
      devices[index % 2]?.unlock(id, String(3_000 + index), network(index)),
    )
    const answers = (await Promise.all(guesses)).map((response) => response?.json().error)
    expect(answers.filter((error) => error === 'wrong_pin')).toHaveLength(4)
    const others = answers.filter((error) => error !== 'pin_locked' && error !== 'rate_limited')
    expect(new Set(others)).toEqual(new Set(['wrong_pin']))
    const right = await devices[0]?.unlock(id)
    expect(right?.json()).toMatchObject({ error: 'pin_locked' })
    expect(Number(right?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await auditOf('cashier.locked')).toHaveLength(1)
    app.ctx.clock.advance(MINUTE_MS)
    expect((await devices[0]?.unlock(id))?.statusCode).toBe(200)
  })

  test('behavior: a right PIN does not reset the count of wrong ones', {
    tags: 'slow',
  }, async () => {
    await start()
    const { id } = await aCashier(app, owner)
    const device = await aDevice(app, owner, { registerId })
    for (const left of [4, 3, 2, 1]) {
      const response = await device.unlock(id, '9753')
      expect(response.json()).toMatchObject({ error: 'wrong_pin', attemptsLeft: left })
      expect((await device.unlock(id)).statusCode).toBe(200)
    }
    expect((await device.unlock(id, '9753')).json()).toMatchObject({ error: 'pin_locked' })
  })

  test('behavior: 20 wrong PINs end the device and raise an alert', { tags: 'slow' }, async () => {
    await start()
    const device = await aDevice(app, owner, { registerId })
    const cashiers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => aCashier(app, owner, { name })),
    )
    let last = ''
    for (const { id } of cashiers) {
      for (let index = 0; index < 5; index += 1)
        last = (await device.unlock(id, '9753')).json().error
    }
    expect(last).toBe('unauthorized')
    expect((await device.get('/api/registers')).statusCode).toBe(401)
    expect(await auditOf('device.locked_out')).toMatchObject([{ target: device.id }])
    const alert = app.ctx.alerts.list().find(({ key }) => key === owner.wallet)
    expect(alert).toMatchObject({ name: 'device_locked_out' })
    await aDevice(app, owner, { registerId })
    expect(app.ctx.alerts.list().some(({ key }) => key === owner.wallet)).toBe(false)
  })

  test('error: an unknown cashier, a malformed PIN and a cashier of another merchant', {
    tags: 'slow',
  }, async () => {
    await start()
    const foreign = await aCashier(app, owner)
    await start()
    const device = await aDevice(app, owner, { registerId })
    expect((await device.unlock('csh_unknown')).statusCode).toBe(404)
    expect((await device.unlock(foreign.id)).statusCode).toBe(404)
    const { id } = await aCashier(app, owner)
    expect((await device.unlock(id, '12')).json()).toMatchObject({ error: 'invalid_input' })
  })
})

describe('the session of a device', () => {
  test('behavior: a revoked one ends at once in another process', { tags: 'slow' }, async () => {
    await start()
    const { device } = await aTill(app, owner)
    const other = await app.sibling()
    const ask = () => other.inject({ url: '/api/registers', headers: device.headers })
    expect((await ask()).statusCode).toBe(200)
    expect((await revoke(device)).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(401)
    expect((await revoke(device)).statusCode).toBe(404)
    expect(await auditOf('device.revoked')).toMatchObject([{ actor: owner.wallet, device: null }])
  })

  test('behavior: it never works as the session of a person, nor the other way around', {
    tags: 'slow',
  }, async () => {
    await start()
    const { device } = await aTill(app, owner)
    const token = /cb_device_token=([^;]+)/.exec(device.cookie)?.[1]
    const asPerson = await app.inject({
      url: '/api/auth/me',
      headers: { cookie: `cb_auth_token=${token}` },
    })
    expect(asPerson.statusCode).toBe(401)
    const asDevice = await app.inject({
      url: '/api/registers',
      headers: { cookie: `cb_device_token=${owner.token}` },
    })
    expect(asDevice.statusCode).toBe(401)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await app.inject({ url: '/api/receipts', headers: bearer })).statusCode).toBe(401)
  })

  test('behavior: beside a session, the header x-device-id decides', { tags: 'slow' }, async () => {
    await start()
    const { device } = await aTill(app, owner)
    const cookie = `${owner.cookie}; ${device.cookie}`
    const ask = async (headers: Record<string, string>, url = '/api/registers') =>
      app.inject({ url, headers: { cookie, ...headers } })
    expect((await ask({})).json().device).toBeUndefined()
    expect((await ask({ 'x-device-id': device.id })).json().device).toMatchObject({ id: device.id })
    expect((await ask({ 'x-device-id': 'dev_other' })).statusCode).toBe(401)
    // A request from a register never acts for the owner who is signed in on the same browser.
    expect((await ask({ 'x-device-id': device.id }, '/api/devices')).statusCode).toBe(401)
  })

  test('error: writes need the CSRF token of the device', { tags: 'slow' }, async () => {
    await start()
    const { device } = await aTill(app, owner)
    const lock = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/devices/lock', headers })
    expect((await lock({ cookie: device.cookie })).statusCode).toBe(403)
    const tokens = [owner.csrfToken, 'guess', '']
    for (const token of tokens) {
      const response = await lock({ cookie: device.cookie, 'x-csrf-token': token })
      expect(response.statusCode).toBe(403)
    }
    const origin = { ...device.headers, origin: 'https://evil.test' }
    expect((await lock(origin)).statusCode).toBe(403)
    expect((await lock(device.headers)).statusCode).toBe(200)
  })

  test('behavior: a suspended merchant reads, and neither pairs nor unlocks', {
    tags: 'slow',
  }, async () => {
    await start()
    const { device, cashier } = await aTill(app, owner)
    const code = await aCode(app, owner, { registerId })
    await app.ctx.db.query('update merchants set suspended_at = 1 where wallet = $1', [
      owner.wallet,
    ])
    expect((await device.get('/api/registers')).statusCode).toBe(200)
    expect((await device.unlock(cashier.id)).json()).toMatchObject({ error: 'merchant_suspended' })
    expect((await pair({ code, name: 'x' })).json()).toMatchObject({ error: 'merchant_suspended' })
  })

  test('behavior: ended devices are deleted after 30 days', { tags: 'slow' }, async () => {
    await start()
    const device = await aDevice(app, owner, { registerId })
    await revoke(device)
    app.ctx.clock.advance(31 * DAY_MS)
    const { jobs } = await import('../../../jobs.js')
    const job = jobs.find(({ name }) => name === 'prune-devices')
    expect(await job?.run(app.ctx, new AbortController().signal)).toMatchObject({
      devices: expect.any(Number),
    })
    const { rows } = await app.ctx.db.query('select from devices where id = $1', [device.id])
    expect(rows).toHaveLength(0)
  })

  test('behavior: without a PIN, it reads only names and can only unlock and lock', {
    tags: 'slow',
  }, async () => {
    await start()
    const cashier = await aCashier(app, owner)
    const device = await aDevice(app, owner, { registerId })
    const admitted: string[] = []
    for (const { method, path, config } of app.routes) {
      const isPublic = config.guard?.some(({ kind }) => kind === 'public' || kind === 'x402')
      if (isPublic) continue
      const response = await app.inject({
        method: method as 'GET',
        url: path.replaceAll(/:\w+/g, registerId),
        headers: device.headers,
        ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
      })
      if (![401, 403].includes(response.statusCode)) admitted.push(`${method} ${path}`)
    }
    expect(admitted.sort()).toEqual([
      'GET /api/cashiers',
      'GET /api/registers',
      'POST /api/devices/lock',
      'POST /api/devices/unlock',
    ])
    expect((await device.get('/api/cashiers')).json()).toEqual({
      ok: true,
      cashiers: [{ id: cashier.id, name: 'Ada' }],
    })
    const { registers } = (await device.get('/api/registers')).json()
    expect(registers).toEqual([{ id: registerId, name: 'Front counter' }])
    expect(testPin).toHaveLength(4)
  })
})
