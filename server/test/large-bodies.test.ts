import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from './fixtures/factories.js'
import { createTestApp, type TestApp } from './harness.js'

let app: TestApp
let port: number
let apiKey: string
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port
  apiKey = (await aDeveloper(app.ctx)).apiKey
})
afterAll(() => app.close())

/** Sends a body through a socket. Without `isSized` it has no length in advance. */
function send(path: string, body: Buffer, { isSized = true } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      ...(isSized && { 'content-length': body.length }),
    }
    const outgoing = request({ port, path, method: 'POST', headers, agent: false })
    let status = 0
    outgoing.once('response', (response) => {
      status = response.statusCode ?? 0
      response.resume()
      resolve(status)
    })
    // The server closes the connection while we still write.
    outgoing.on('error', (error) => status === 0 && reject(error))
    outgoing.end(body)
  })
}

/**
 * Returns the least CPU time of several turns. Unlike the time of day, it does not grow on a busy
 * machine. Other turns may contain the garbage collection of earlier tests.
 */
async function leastCpuMsOf(turns: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}

const emptyObjects = (bytes: number) =>
  Buffer.from(`{"csv":[{}${',{}'.repeat(Math.floor(bytes / 3) - 5)}]}`)

describe('large bodies', () => {
  test('error: refuses 8 MiB of empty objects at once', async () => {
    const body = emptyObjects(8_388_000)
    const cpuMs = await leastCpuMsOf(3, async () =>
      expect(await send('/api/inventory/import', body)).toBe(413),
    )
    expect(cpuMs).toBeLessThan(100)
  })

  test('error: ten at once do not fill the memory', async () => {
    const body = emptyObjects(8_388_000)
    const before = process.memoryUsage().heapUsed
    let maxBefore = before
    const watch = setInterval(() => {
      maxBefore = Math.max(maxBefore, process.memoryUsage().heapUsed)
    }, 5)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => send('/api/inventory/import', body)),
    )
    clearInterval(watch)
    maxBefore = Math.max(maxBefore, process.memoryUsage().heapUsed)
    // Only a few imports may run at the same time.
    expect(statuses.filter((status) => status !== 413 && status !== 429)).toEqual([])
    expect(maxBefore - before).toBeLessThan(50_000_000)
  })

  test('error: refuses the most values that fit, before they are parsed', {
    tags: 'slow',
  }, async () => {
    const body = emptyObjects(262_000)
    const cpuMs = await leastCpuMsOf(40, async () =>
      expect(await send('/api/inventory/import', body)).toBe(413),
    )
    expect(cpuMs).toBeLessThan(20)
  })

  test.each([
    ['/api/auth/login', 16_384],
    ['/api/directory/shops/none/orders', 16_384],
    ['/api/inventory/import', 262_144],
    ['/api/orders', 262_144],
    ['/api/inventory', 1_048_576],
  ])('error: %s takes at most %i bytes', async (path, maxBytes) => {
    const fits = Buffer.from(`{"x":"${'x'.repeat(maxBytes - 8)}"}`)
    const above = Buffer.concat([fits, Buffer.from(' ')])
    expect(await send(path, fits)).not.toBe(413)
    expect(await send(path, above)).toBe(413)
    expect(await send(path, above, { isSized: false })).toBe(413)
  })
})
