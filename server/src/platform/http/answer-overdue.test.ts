import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOverdue } from './answer-overdue.js'

const overdue = answerOverdue(100)
const server = Fastify()
let finish: () => void = () => {}

beforeAll(async () => {
  server.addHook('onRequest', async (request, reply) => overdue.begin(request, reply))
  server.get('/stuck', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return { late: true }
  })
  server.get('/quick', async (request) => {
    overdue.end(request)
    return { ok: true }
  })
  await server.ready()
})
afterAll(() => {
  overdue.stop()
  return server.close()
})

describe('answerOverdue', () => {
  test('default', async () => {
    const response = await server.inject('/stuck')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'failed' })
  })

  test('behavior: a handler that comes back after all harms nothing', async () => {
    await server.inject('/stuck')
    finish()
    expect((await server.inject('/quick')).json()).toEqual({ ok: true })
  })
})
