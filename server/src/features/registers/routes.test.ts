import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../../test/fixtures/seller.js'
import { aCashier, aDevice, aRegister, aTill } from '../../../test/fixtures/till.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { MINUTE_MS } from '../../lib/time.js'

let app: TestApp
let owner: SignedIn
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app.close())

/** A merchant for each test. */
async function start(): Promise<SignedIn> {
  owner = await signIn(app)
  return owner
}

const send = (method: 'PUT' | 'DELETE' | 'POST', url: string, payload?: object, more = {}) =>
  app.inject({ method, url, headers: { ...owner.headers, ...more }, ...(payload && { payload }) })

const actions = async () => {
  const { rows } = await app.ctx.db.query<{ action: string }>(
    'select action from audit_entries where merchant = $1 order by seq',
    [owner.wallet],
  )
  // The first two are the owner's sign-in.
  return rows.map(({ action }) => action).slice(2)
}

describe('/api/registers', () => {
  test('default: a register is created, read, changed and deleted', async () => {
    await start()
    const created = await aRegister(app, owner, {
      items: ['TEA', 'CUP'],
      tipPresets: [10, 12.5],
      jurisdictionCode: 'US-CA',
      footer: 'Thank you',
      receiptWidth: 58,
    })
    expect(created).toMatchObject({
      id: expect.stringMatching(/^reg_/),
      name: 'Front counter',
      tipPresets: [10, 12.5],
      code: expect.stringMatching(/^[2-9a-hjkmnp-z]{8}$/),
      revision: 1,
    })
    const url = `/api/registers/${created.id}`
    const changed = await send('PUT', url, { footer: 'Bye', items: null })
    expect(changed.headers['etag']).toBe('"2"')
    const { register } = changed.json()
    expect(register).toMatchObject({ footer: 'Bye', items: null, code: created.code, revision: 2 })
    const list = await app.inject({ url: '/api/registers', headers: owner.headers })
    expect(list.json()).toEqual({ ok: true, registers: [register] })
    expect((await send('DELETE', url)).json()).toMatchObject({ deleted: true })
    expect((await app.inject({ url, headers: owner.headers })).statusCode).toBe(404)
    expect(await actions()).toEqual(['register.created', 'register.updated', 'register.deleted'])
  })

  test('behavior: refuses a stale change with the current register', async () => {
    await start()
    const { id } = await aRegister(app, owner)
    const url = `/api/registers/${id}`
    await send('PUT', url, { name: 'Bar' }, { 'if-match': '"1"' })
    const answers = [
      await send('PUT', url, { name: 'Till' }, { 'if-match': '"1"' }),
      await send('PUT', url, { name: 'Till', expectedRevision: 1 }),
    ]
    for (const response of answers) {
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({
        error: 'conflict',
        current: { name: 'Bar', revision: 2 },
      })
    }
    const last = await send('PUT', url, { name: 'Till' })
    expect(last.json().register).toMatchObject({ name: 'Till', revision: 3 })
    const same = await send('PUT', url, { name: 'Till' }, { 'if-match': '"3"' })
    expect(same.json().register.revision).toBe(3)
  })

  test.each([
    [{}, 'name is required.'],
    [{ name: '' }, 'name must not be empty.'],
    [{ name: 'x', tipPresets: [101] }, 'tipPresets entry 1: must be'],
    [{ name: 'x', receiptWidth: 60 }, 'receiptWidth must be 58 or 80.'],
    [{ name: 'x', jurisdictionCode: 'ca' }, 'jurisdictionCode must be a jurisdiction'],
    [{ name: 'x', items: ['A', 'A'] }, 'items must not contain duplicates.'],
  ])('error: refuses %j', async (payload, message) => {
    await start()
    const response = await send('POST', '/api/registers', payload)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    expect(response.json().message).toContain(message)
  })

  test('error: a cashier of the team reads registers, and changes none', async () => {
    await start()
    await aRegister(app, owner)
    const { headers } = await aMember(app, { merchant: owner.wallet, role: 'cashier' })
    const query = `?wallet=${owner.wallet}`
    const list = await app.inject({ url: `/api/registers${query}`, headers })
    expect(list.json().registers).toHaveLength(1)
    const payload = { name: 'x', wallet: owner.wallet }
    const created = await app.inject({ method: 'POST', url: '/api/registers', headers, payload })
    expect(created.json()).toMatchObject({
      error: 'forbidden',
      requiredRight: 'registers:manage',
      allowedRoles: ['owner', 'admin'],
    })
  })
})

describe('/api/cashiers', () => {
  test('default: a cashier is created, changed and deleted, without their PIN', async () => {
    await start()
    const { id } = await aCashier(app, owner)
    const url = `/api/cashiers/${id}`
    const changed = await send('PUT', url, { rights: ['refund'], pin: '19842005' })
    expect(changed.json().cashier).toEqual({
      id,
      name: 'Ada',
      rights: ['refund'],
      lockedUntil: null,
      createdAt: app.ctx.now(),
    })
    const stored = await app.ctx.db.query<{ pin_hash: string }>(
      'select pin_hash from cashiers where id = $1',
      [id],
    )
    expect(stored.rows[0]?.pin_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await send('DELETE', url)).statusCode).toBe(200)
    expect((await send('PUT', url, { name: 'x' })).statusCode).toBe(404)
    const list = await app.inject({ url: '/api/cashiers', headers: owner.headers })
    expect(list.json().cashiers).toEqual([])
    expect(await actions()).toEqual([
      'cashier.created',
      'cashier.updated',
      'cashier.pin_changed',
      'cashier.deleted',
    ])
  })

  test.each([
    undefined,
    2580,
    '123',
    '123456789',
    '12a4',
    '1111',
    '00000000',
    '1234',
    '987654',
    '٢٥٨٠',
  ])('error: refuses the PIN %j', async (pin) => {
    await start()
    const response = await send('POST', '/api/cashiers', { name: 'Ada', pin })
    expect(response.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining('pin must'),
    })
  })

  test('error: needs a recent sign-in', async () => {
    await start()
    app.ctx.clock.advance(6 * MINUTE_MS)
    const response = await send('POST', '/api/cashiers', { name: 'Ada', pin: '2580' })
    expect(response.json()).toMatchObject({ error: 'step_up_required' })
    const pairing = await send('POST', '/api/devices/pairings', { registerId: 'reg_1' })
    expect(pairing.json()).toMatchObject({ error: 'step_up_required' })
  })

  test('behavior: a lost right and a deleted cashier count from the next request', async () => {
    await start()
    const { cashier, device } = await aTill(app, owner)
    const own = async () => (await device.get('/api/registers')).json().device.cashier
    await send('PUT', `/api/cashiers/${cashier.id}`, { rights: [] })
    expect(await own()).toMatchObject({ id: cashier.id, rights: [] })
    await send('DELETE', `/api/cashiers/${cashier.id}`)
    expect(await own()).toBeNull()
  })

  test('behavior: a new PIN locks the registers of the cashier', { tags: 'slow' }, async () => {
    await start()
    const { cashier, device } = await aTill(app, owner)
    await send('PUT', `/api/cashiers/${cashier.id}`, { pin: '7410' })
    expect((await device.get('/api/registers')).json().device.cashier).toBeNull()
    expect((await device.unlock(cashier.id)).json()).toMatchObject({ error: 'wrong_pin' })
    expect((await device.unlock(cashier.id, '7410')).statusCode).toBe(200)
  })
})

describe('a deleted register', () => {
  test('behavior: ends its devices and codes', async () => {
    await start()
    const { id: registerId } = await aRegister(app, owner)
    const device = await aDevice(app, owner, { registerId })
    await send('DELETE', `/api/registers/${registerId}`)
    expect((await device.get('/api/registers')).statusCode).toBe(401)
  })
})
