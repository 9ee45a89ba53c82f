import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../lib/errors.js'
import { unixMs } from '../lib/time.js'
import type { Context } from '../platform/context.js'
import { createLimits } from '../platform/limits/limit-settings.js'
import { createCallQueue } from './call-queue.js'

const config = { mode: 'live', limits: createLimits() } as Context['config']

let server: FastifyInstance
/** The network addresses whose calls have started, and functions that end these calls. */
const started: string[] = []
const finishers: (() => void)[] = []
beforeEach(() => start({ maxRunMs: 60_000 }))

function start(options: { maxRunMs: number }): void {
  started.length = 0
  finishers.length = 0
  server = Fastify({ trustProxy: true })
  const callQueue = createCallQueue(server, { now: () => unixMs(1_000), config }, options)
  server.addHook('onRequest', (request, reply, done) => {
    callQueue.enter(request, reply).then(() => done(), done)
  })
  server.addHook('onSend', callQueue.leave)
  server.setErrorHandler((error, _request, reply) =>
    reply.code(429).send(error instanceof AppError ? error.fields : {}),
  )
  server.get('/', async (request) => {
    started.push(request.ip)
    await new Promise<void>((resolve) => finishers.push(resolve))
    return {}
  })
}
afterEach(async () => {
  for (let rounds = 0; rounds < 200 && finishers.length > 0; rounds += 1) await finish()
  await server.close()
})

const call = (ip: string) => server.inject({ url: '/', headers: { 'x-forwarded-for': ip } })
const networkOf = (site: number, index: number) => `2001:db8:${site}:${index.toString(16)}::1`
const settle = () => sleep(50)

/** Ends all calls that have started, and lets the next ones start. */
async function finish(): Promise<void> {
  for (const end of finishers.splice(0)) end()
  await settle()
}

describe('createCallQueue', () => {
  test('default: network addresses and sites run in round-robin order', async () => {
    const calls = Array.from({ length: 60 }, (_, index) => call(networkOf(1, index)))
    calls.push(call('203.0.113.1'), call(networkOf(2, 1)))
    await settle()
    expect(started).toHaveLength(32)
    await finish()
    // The site runs one more call first: it has waited longest.
    expect(started.slice(32, 36)).toEqual([
      networkOf(1, 32),
      '203.0.113.1',
      networkOf(2, 1),
      networkOf(1, 33),
    ])
    await finish()
    expect((await Promise.all(calls)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })

  test('behavior: refuses too many calls of a site and closes their connections', async () => {
    const calls = Array.from({ length: 200 }, (_, index) => call(networkOf(1, index)))
    const refused = await Promise.race(calls)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['connection']).toBe('close')
    expect(refused.json()).toMatchObject({ limit: 'waiting-calls' })
    const other = call('203.0.113.1')
    await settle()
    await finish()
    await finish()
    expect((await other).statusCode).toBe(200)
  })

  test('behavior: 256 connections of different clients all get a response', async () => {
    const calls = Array.from({ length: 256 }, (_, index) => call(`203.0.113.${index}`))
    await settle()
    while (started.length < calls.length) await finish()
    await finish()
    expect((await Promise.all(calls)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })

  test('behavior: a call that takes long does not keep others waiting', async () => {
    await server.close()
    start({ maxRunMs: 20 })
    const calls = Array.from({ length: 33 }, () => call('203.0.113.1'))
    await expect.poll(() => started.length).toBe(33)
    await finish()
    await Promise.all(calls)
  })

  test('behavior: fewer calls run while connections arrive in every turn of the event loop', async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      server.server.emit('connection', new Socket())
      await new Promise((resolve) => setImmediate(resolve))
    }
    const calls = Array.from({ length: 20 }, () => call('203.0.113.1'))
    await expect.poll(() => started.length).toBe(8)
    await settle()
    expect(started).toHaveLength(8)
    while (started.length < calls.length) await finish()
    await finish()
    expect((await Promise.all(calls)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })
})
