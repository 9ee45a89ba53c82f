import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { createSchemaCompilers } from './schema-compilers.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('createSchemaCompilers', () => {
  test('default: every schema of the service compiles', async () => {
    const server = Fastify({ ajv: { customOptions: { coerceTypes: false } } })
    for (const { method, path, schema } of app.routes) {
      server.route({ method, url: path, schema, handler: async () => ({}) })
    }
    await server.ready()
    await server.close()
  })

  test('behavior: compiles a schema once, at its first use by any server', async () => {
    const compilers = createSchemaCompilers()
    const body = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    // A schema that cannot be compiled reveals when compilation happens.
    const broken = { type: 'nothing that exists' }
    const servers = [1, 2].map(() => {
      const server = Fastify({ schemaController: { compilersFactory: compilers } })
      server.post('/good', { schema: { body } }, async () => ({ ok: true }))
      server.post('/broken', { schema: { body: broken } }, async () => ({ ok: true }))
      return server
    })
    for (const server of servers) {
      const post = async (url: string, payload: object) =>
        (await server.inject({ method: 'POST', url, payload })).json()
      expect(await post('/good', { n: 1 })).toEqual({ ok: true })
      expect(await post('/good', {})).toMatchObject({
        message: "body must have required property 'n'",
      })
      expect(await post('/broken', {})).toMatchObject({ statusCode: 500 })
      await server.close()
    }
  })
})
