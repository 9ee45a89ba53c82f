import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { buildApp } from '../../app.js'
import { roles } from '../../auth/roles.js'
import { checksumAddress } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import { demoMerchant } from './demo-wallets.js'
import { seedDemo } from './seed-demo.js'

const url = '/api/sandbox/sign-in'
const merchant = checksumAddress(demoMerchant.address)

let node: TestChain
let app: TestApp
beforeAll(async () => {
  node = await startTestChain()
  app = await createTestApp({ environment: node.environment })
  await seedDemo(app.ctx, 'secret')
}, 60_000)
afterAll(async () => {
  await app.close()
  await node.close()
})

type Cookies = { cookies: { name: string; value: string }[] }

/** The headers that a page sends after a response that sets cookies. */
function headersOf({ cookies }: Cookies): Record<string, string> {
  const csrf = cookies.find(({ name }) => name === 'cb_csrf')
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { cookie, 'x-csrf-token': csrf?.value ?? '' }
}

async function signInAs(role: string) {
  const response = await app.inject({ method: 'POST', url, payload: { role } })
  expect(response.statusCode, response.body).toBe(200)
  return { response, headers: headersOf(response) }
}

describe('POST /api/sandbox/sign-in', { timeout: 30_000 }, () => {
  test.each(roles)('default: signs in as the demo %s', async (role) => {
    const { response, headers } = await signInAs(role)
    const wallet = role === 'owner' ? merchant : null
    expect(response.json()).toMatchObject({ ok: true, merchant, role, wallet })
    const me = await app.inject({ url: '/api/auth/me', headers })
    expect(me.json()).toMatchObject({ wallet, merchants: [{ wallet: merchant, role }] })
  })

  test('behavior: restores a role that was changed', async () => {
    await signInAs('admin')
    await app.ctx.db.query(`update members set role = 'viewer' where person = 'psn_demoadmin'`)
    const { headers } = await signInAs('admin')
    const me = await app.inject({ url: '/api/auth/me', headers })
    expect(me.json().merchants).toMatchObject([{ role: 'admin' }])
  })

  test('error: an unknown role, another site, and outside a sandbox', async () => {
    const post = (payload: object, headers = {}) =>
      app.inject({ method: 'POST', url, payload, headers })
    expect((await post({ role: 'root' })).statusCode).toBe(400)
    expect((await post({})).statusCode).toBe(400)
    const foreign = await post({ role: 'owner' }, { origin: 'https://evil.test' })
    expect(foreign.statusCode).toBe(403)
    const { server } = await buildApp({ ...app.ctx, sandbox: null })
    const live = await server.inject({ method: 'POST', url, payload: { role: 'owner' } })
    expect(live.statusCode).toBe(404)
    await server.close()
  })

  test('behavior: a session pays as a test buyer, and moves the clock without ending', async () => {
    const { headers } = await signInAs('owner')
    const call = (path: string, payload: object, as = headers) =>
      app.inject({ method: 'POST', url: path, headers: as, payload })
    const sale = await call('/api/receipts/terminal', { amountUsd: 5 })
    expect(sale.statusCode, sale.body).toBe(200)
    const { receiptId } = sale.json().receipt
    const paid = await call('/api/sandbox/pay', { receiptId, scenario: 'exact' })
    expect(paid.json()).toMatchObject({ ok: true, receiptId })

    const moved = await call('/api/sandbox/clock', { advanceMs: 2 * DAY_MS })
    expect(moved.statusCode, moved.body).toBe(200)
    expect((await app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401)
    const renewed = headersOf(moved)
    expect((await app.inject({ url: '/api/auth/me', headers: renewed })).statusCode).toBe(200)
    expect((await call('/api/sandbox/reset', {}, renewed)).statusCode).toBe(200)
  })

  test('error: a cashier moves no clock and deletes nothing', async () => {
    const { headers } = await signInAs('cashier')
    for (const path of ['clock', 'reset', 'subscriptions']) {
      const response = await app.inject({
        method: 'POST',
        url: `/api/sandbox/${path}`,
        headers,
        payload: {},
      })
      expect([path, response.statusCode]).toEqual([path, 403])
    }
  })
})
