import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './abuse-client.js'
import { buyHonestly, type HonestShop, openHonestShop } from './abuse-honest.js'
import { type LiveService, startLiveService } from './abuse-service.js'
import { print } from './measure.js'

const attackSeconds = 45
const networks = Array.from(
  { length: 300 },
  (_, index) => `2001:db8:${(index % 8) + 1}:${index.toString(16)}::1`,
)

let service: LiveService
let shop: HonestShop
const sockets: Socket[] = []
beforeAll(async () => {
  service = await startLiveService()
  shop = await openHonestShop(service, { ip: '198.51.100.1', retries: 5 })
  await addLongItems()
  await buyHonestly(service, { shop, ip: '198.51.100.2', retries: 5 })
}, 300_000)
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await service.close()
}, 60_000)

/** A page of them is as large as a page can be. */
async function addLongItems(): Promise<void> {
  const { client, owner } = shop
  for (let index = 0; index < 60; index += 1) {
    const body = { sku: `L${index}`, name: 'Long', priceUsd: 1, description: '長'.repeat(5_000) }
    const { status, text } = await client.call('POST /api/inventory', { ...owner, body })
    if (status === 429) await sleep(1_000)
    else expect(status, text).toBe(200)
  }
}

/** Requests a URL and reads nothing of the response. */
function requestWithoutReading(ip: string, target: string, body = ''): void {
  const { hostname, port } = new URL(service.origin)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  const head = [`${target} HTTP/1.1`, 'host: tally.test', `x-forwarded-for: ${ip}`]
  if (body) head.push('content-type: application/json', `content-length: ${body.length}`)
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
}

test('behavior: 300 networks in eight sites stop neither orders nor health checks', async () => {
  const items = `GET /api/directory/shops/${shop.slug}/items?limit=200`
  const order = {
    shopSlug: shop.slug,
    items: [
      { sku: shop.sku, qty: 1 },
      { sku: 'L1', qty: 1 },
    ],
  }
  const memory: number[] = []
  const times: number[] = []
  const purchases: (number | string)[] = []
  const health = createClient({ origin: service.origin, ip: '198.51.100.3' })
  const calm: number[] = []
  for (let call = 0; call < 100; call += 1) {
    const startedAt = performance.now()
    await health.call('GET /healthz')
    calm.push(performance.now() - startedAt)
    await sleep(50)
  }
  let until = 0
  const attack = async () => {
    for (let round = 0; performance.now() < until; round += 1) {
      for (const ip of networks) {
        requestWithoutReading(ip, items)
        if (round % 4 === 0)
          requestWithoutReading(ip, 'POST /api/x402/orders', JSON.stringify(order))
        await sleep(5)
      }
    }
  }
  const watch = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      expect((await health.call('GET /healthz')).status).toBe(200)
      times.push(performance.now() - startedAt)
      memory.push(service.readMemoryBytes())
      await sleep(100)
    }
  }
  // As those of a proxy, the connections of buyers are open before: the system has one queue for new connections of all.
  const buyers = [10, 11, 12].map((last) => {
    const caller = { ip: `198.51.100.${last}`, retries: 0 }
    return { ...caller, shop, client: createClient({ origin: service.origin, ...caller }) }
  })
  for (const { client } of buyers) await client.call('GET /healthz')
  const buy = async () => {
    for (const buyer of buyers) {
      await sleep(5_000)
      purchases.push(await buyHonestly(service, buyer).then(({ seconds }) => seconds, String))
    }
  }
  until = performance.now() + attackSeconds * 1_000
  await Promise.all([attack(), watch(), buy()])
  const p99Of = (samples: number[]) =>
    samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.99)] ?? 0
  const [p99Ms, calmP99Ms] = [p99Of(times), p99Of(calm)]
  const maxMemoryMb = Math.max(...memory) / 1_048_576
  const figures = { requests: sockets.length, p99Ms, calmP99Ms, maxMemoryMb, purchases }
  print(`attack from 300 networks: ${JSON.stringify(figures)}`)
  expect(service.hasExited()).toBe(false)
  expect(purchases.filter((purchase) => typeof purchase === 'string')).toEqual([])
  expect(maxMemoryMb).toBeLessThan(400)
  expect(p99Ms).toBeLessThan(250)
})
