import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createClient } from './abuse/client.js'
import { startLiveService } from './abuse/service.js'
import { print } from './measure.js'
import { readDemo, startServiceProcess } from './service-process.js'

const seconds = Number(process.env['SECONDS'] ?? 60)
const connections = 32
const lines = 5

type Shop = { origin: string; headers: Record<string, string> }

/** Adds the items of the order to a shop. */
async function addItems({ origin, headers }: Shop): Promise<object> {
  const items = Array.from({ length: lines }, (_, index) => ({ sku: `LOAD-${index}`, qty: 2 }))
  for (const { sku } of items) {
    const response = await fetch(`${origin}/api/inventory`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ sku, name: `Item ${sku}`, priceUsd: 12.5, stockQty: -1 }),
    })
    expect(response.status, await response.text()).toBe(200)
  }
  return { items }
}

/** Sends orders of five lines at full speed and expects that every one is accepted. */
async function orderAtFullSpeed(name: string, shop: Shop): Promise<void> {
  const order = await addItems(shop)
  const result = await autocannon({
    url: `${shop.origin}/api/orders`,
    method: 'POST',
    headers: { ...shop.headers, 'content-type': 'application/json' },
    body: JSON.stringify(order),
    connections,
    duration: seconds,
  })
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
  )
  const figures = {
    orders: result.requests.total,
    perSecond: Math.round(result.requests.total / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    statuses,
    errors: result.errors,
    loadAverage: loadavg()[0]?.toFixed(1),
  }
  print(`${name}, ${seconds} s over ${connections} connections: ${JSON.stringify(figures)}`)
  expect(Object.keys(statuses)).toEqual(['200'])
  expect(result.errors).toBe(0)
}

describe('orders at full speed', () => {
  test('behavior: the demo shop of a sandbox reaches no limit', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-load-'))
    const service = await startServiceProcess({ dataDir, environment: {} })
    const { apiKey } = await readDemo(dataDir)
    const { origin } = service
    await orderAtFullSpeed('demo shop', { origin, headers: { 'x-api-key': apiKey } })
    expect(await service.stop()).toBe(0)
    rmSync(dataDir, { recursive: true, force: true })
  })

  test("behavior: the operator's own shop in live mode reaches no limit", async () => {
    const privateKey = generatePrivateKey()
    const wallet = privateKeyToAddress(privateKey)
    const service = await startLiveService({ OWN_MERCHANTS: wallet, LOG_LEVEL: 'info' })
    const client = createClient({ origin: service.origin, ip: '198.51.100.1', retries: 5 })
    const { session } = await client.signIn(privateKey)
    const post = async (call: string, body: object) => {
      const { status, text } = await client.call(call, { headers: session?.headers ?? {}, body })
      expect([200, 201], text).toContain(status)
      return JSON.parse(text)
    }
    await post('POST /api/split/deploy', { recipients: [{ address: wallet, sharesBps: 9_950 }] })
    const { apiKey } = await post('POST /api/keys', { name: 'Shop' })
    client.close()
    const { origin } = service
    await orderAtFullSpeed('own shop in live mode', { origin, headers: { 'x-api-key': apiKey } })
    await service.close()
  })
})
