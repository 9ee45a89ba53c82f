import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { observeArrivals } from './connection-arrivals.js'

/** Waits for the next turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function arrive(server: EventEmitter, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    server.emit('connection')
    await nextTurn()
  }
}

describe('observeArrivals', () => {
  test('default: connections in many turns in a row are a flood', async () => {
    const server = new EventEmitter()
    const arrivals = observeArrivals(server)
    expect(arrivals.isFlooded()).toBe(false)
    await arrive(server, 40)
    expect(arrivals.isFlooded()).toBe(true)
  })

  test('behavior: the connections of a browser are not, however many follow later', async () => {
    const server = new EventEmitter()
    const arrivals = observeArrivals(server)
    for (let page = 0; page < 20; page += 1) {
      await arrive(server, 6)
      for (let turn = 0; turn < 4; turn += 1) await nextTurn()
    }
    expect(arrivals.isFlooded()).toBe(false)
  })

  test('behavior: the connections of a few browsers in one turn are not', () => {
    const server = new EventEmitter()
    const arrivals = observeArrivals(server)
    for (let index = 0; index < 12; index += 1) server.emit('connection')
    expect(arrivals.isFlooded()).toBe(false)
  })

  test('behavior: as many as all handles accept, in a few turns in a row, are a flood', async () => {
    const server = new EventEmitter()
    const arrivals = observeArrivals(server)
    for (let turn = 0; turn < 3; turn += 1) {
      for (let index = 0; index < 16; index += 1) server.emit('connection')
      await nextTurn()
    }
    expect(arrivals.isFlooded()).toBe(true)
  })

  test('behavior: waits until a turn has no new connection', async () => {
    const server = new EventEmitter()
    const arrivals = observeArrivals(server)
    let isAccepted = false
    void arrivals.untilAccepted(60_000).then(() => {
      isAccepted = true
    })
    await arrive(server, 30)
    expect(isAccepted).toBe(false)
    for (let turn = 0; turn < 6; turn += 1) await nextTurn()
    expect(isAccepted).toBe(true)
  })

  test('behavior: waits no longer than its maximum', async () => {
    const server = new EventEmitter()
    const arrivals = observeArrivals(server)
    let isAccepted = false
    void arrivals.untilAccepted(0).then(() => {
      isAccepted = true
    })
    await arrive(server, 6)
    expect(isAccepted).toBe(true)
  })
})
