import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../../../test/fixtures/silent-log.js'
import { findFreePort } from '../../free-port.js'
import { callAnvil } from './call-anvil.js'
import { openChainGate } from './chain-gate.js'
import { findAnvil } from './find-anvil.js'
import { type Anvil, startAnvil } from './start-anvil.js'

const ownOrigin = 'http://127.0.0.1:3000'
const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-gate-'))
let anvil: Anvil
beforeAll(async () => {
  const program = findAnvil() ?? ''
  const origins = [ownOrigin]
  anvil = await startAnvil({ program, dataDir, chainId: 84_532, log: silentLog, origins })
}, 60_000)
afterAll(async () => {
  await anvil.stop()
  rmSync(dataDir, { recursive: true })
})

type Headers = Record<string, string>

/** Calls a method with any headers, which `fetch` does not allow. */
async function send(headers: Headers, { method = 'POST', url = anvil.url } = {}) {
  const outgoing = request(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    agent: false,
  })
  const mineRequest = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x1'] }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('upgrade', resolve).once('error', reject)
    outgoing.end(method === 'POST' ? JSON.stringify(mineRequest) : undefined)
  })
  const { statusCode: status, headers: received } = response
  if (status === 101) outgoing.destroy()
  return { status, headers: received, body: status === 101 ? '' : await text(response) }
}

const height = async () => Number(await callAnvil(anvil.nodeUrl, 'eth_blockNumber'))

/** Returns how many blocks a request has mined, and its status. */
async function mine(headers: Headers) {
  const before = await height()
  const { status } = await send(headers)
  return { status, blocks: (await height()) - before }
}

const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
}

describe('openChainGate', { timeout: 30_000 }, () => {
  test('default', async () => {
    expect(await mine({})).toEqual({ status: 200, blocks: 1 })
    expect(await callAnvil(anvil.url, 'eth_chainId')).toBe('0x14a34')
  })

  test.each([
    ['our own page', { origin: ownOrigin }],
    ['a wallet in Chrome', { origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' }],
    ['a wallet in Firefox', { origin: 'moz-extension://6a0f6b7c-0000-4000-8000-000000000000' }],
    ['a program that names localhost', { host: 'localhost:9999' }],
    ['a program that names an IPv6 address', { host: '[::1]:8545' }],
  ])('behavior: serves %s', async (_who, headers) => {
    expect(await mine(headers)).toEqual({ status: 200, blocks: 1 })
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['another page of this machine', { origin: 'http://127.0.0.1:3001' }],
    [
      'a page that sends plain text',
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
    ],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a page that imitates an extension', { origin: 'https://chrome-extension://a' }],
    ['a name that resolves to this machine', { host: 'evil.example:8545' }],
    ['such a name, as the same origin', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('error: refuses %s', async (_who, headers: Headers) => {
    expect(await mine(headers)).toEqual({ status: 403, blocks: 0 })
  })

  test('behavior: the chain itself would obey any page', async () => {
    const evil = { origin: 'https://evil.example' }
    expect((await send(evil, { url: anvil.nodeUrl })).status).toBe(200)
  })

  test('behavior: lets only our pages read responses', async () => {
    const preflight = (origin: string) => send({ origin }, { method: 'OPTIONS' })
    expect(await preflight(ownOrigin)).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': ownOrigin },
    })
    const refused = await preflight('https://evil.example')
    expect(refused.status).toBe(403)
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    expect((await send({ origin: ownOrigin })).headers['access-control-allow-origin']).toBe(
      ownOrigin,
    )
  })

  test('error: opens no WebSocket, which pages of all sites may open', async () => {
    const evil = { ...upgrade, origin: 'https://evil.example' }
    expect((await send(evil, { method: 'GET', url: anvil.nodeUrl })).status).toBe(101)
    expect((await send(evil, { method: 'GET' })).status).toBe(403)
    expect((await send(upgrade, { method: 'GET' })).status).not.toBe(101)
  })

  test('error: returns 502 while the chain is down', async () => {
    const [port, free] = [await findFreePort(), await findFreePort()]
    const nodeUrl = `http://127.0.0.1:${free}`
    const gate = await openChainGate({ port, nodeUrl, origins: [] })
    expect((await send({}, { url: `http://127.0.0.1:${port}` })).status).toBe(502)
    await gate.close()
  })
})
