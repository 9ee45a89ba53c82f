import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { findFreePort, isFreePort } from './free-port.js'

describe('findFreePort', () => {
  test('default', async () => {
    const port = await findFreePort()
    expect(port).toBeGreaterThan(0)
    expect(await isFreePort(port)).toBe(true)
  })
})

describe('isFreePort', () => {
  test('default: is false while a server listens on the port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await isFreePort(port)).toBe(false)
    server.close()
    await once(server, 'close')
    expect(await isFreePort(port)).toBe(true)
  })
})
