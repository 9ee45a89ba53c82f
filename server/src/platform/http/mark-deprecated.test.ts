import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { markDeprecated } from './mark-deprecated.js'

describe('markDeprecated', () => {
  test('default', async () => {
    const server = Fastify()
    markDeprecated(server)
    server.get('/old', { config: { deprecated: { sunset: '2027-05-01' } } }, async () => {
      throw new Error('gone')
    })
    server.get('/new', async () => 'here')

    const old = await server.inject('/old')
    expect(old.headers).toMatchObject({
      deprecation: 'true',
      sunset: 'Sat, 01 May 2027 00:00:00 GMT',
    })
    expect((await server.inject('/new')).headers).not.toHaveProperty('deprecation')
  })
})
