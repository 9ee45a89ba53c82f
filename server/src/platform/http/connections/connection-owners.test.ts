import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createLimits } from '../../limits/limit-settings.js'
import { networkKeyOf } from '../../limits/network-address.js'
import { createConnectionOwners } from './connection-owners.js'

const config = { mode: 'live', limits: createLimits() } as Parameters<
  typeof createConnectionOwners
>[0]['config']
const maxOfNetwork = 64
const maxOfSite = 512
const platformMax = 2_048

describe('createConnectionOwners', () => {
  test('default: too many connections of a network address', () => {
    const owners = createConnectionOwners({ config })
    const use = () => owners.isOverLimit(new Socket(), '203.0.113.1')
    for (let count = 0; count < maxOfNetwork; count += 1) expect(use()).toBe(false)
    expect(use()).toBe(true)
    expect(owners.isOverLimit(new Socket(), '203.0.113.2')).toBe(false)
  })

  test('behavior: too many connections of a site', () => {
    const owners = createConnectionOwners({ config })
    const use = (site: number, network: number) =>
      owners.isOverLimit(new Socket(), networkKeyOf(`2001:db8:${site}:${network.toString(16)}::1`))
    for (let network = 0; network < maxOfSite; network += 1) expect(use(1, network)).toBe(false)
    expect(use(1, 999)).toBe(true)
    expect(use(2, 999)).toBe(false)
  })

  test('behavior: too many connections in total', () => {
    const owners = createConnectionOwners({ config })
    const addressOf = (index: number) => `203.0.${index >> 8}.${index & 255}`
    for (let index = 0; index < platformMax; index += 1) {
      expect(owners.isOverLimit(new Socket(), addressOf(index))).toBe(false)
    }
    expect(owners.isOverLimit(new Socket(), addressOf(platformMax))).toBe(true)
  })

  test('behavior: a connection of a proxy counts for its latest client', () => {
    const owners = createConnectionOwners({ config })
    const socket = new Socket()
    for (let client = 0; client < 200; client += 1) {
      expect(owners.isOverLimit(socket, `203.0.113.${client}`)).toBe(false)
    }
    for (let count = 0; count < 200; count += 1) {
      expect(owners.isOverLimit(socket, '203.0.113.1')).toBe(false)
    }
  })

  test('behavior: a closed connection is not counted', async () => {
    const owners = createConnectionOwners({ config })
    const sockets = Array.from({ length: maxOfNetwork }, () => new Socket())
    for (const socket of sockets) owners.isOverLimit(socket, '203.0.113.1')
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    expect(owners.isOverLimit(new Socket(), '203.0.113.1')).toBe(false)
  })
})
