import fc from 'fast-check'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { createSchemaCompilers, foldNull } from './schema-compilers.js'

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

const orNull = (schema: Parameters<typeof Type.Optional>[0]) => Type.Union([schema, Type.Null()])

const schema = Type.Object({
  text: orNull(Type.String({ description: 'Kept' })),
  whole: orNull(Type.Integer()),
  choice: orNull(Type.Enum(['a', 'b'])),
  // Serialized by the variant that accepts it.
  variant: Type.Union([
    Type.Object({ id: Type.Integer(), state: orNull(Type.Enum(['a', 'b'], { type: 'string' })) }),
    Type.Object({ id: Type.Integer() }),
  ]),
  list: Type.Array(orNull(Type.Boolean())),
  inner: orNull(
    Type.Object({ amount: Type.Optional(orNull(Type.Number())), tags: Type.Array(Type.String()) }),
  ),
  any: orNull(Type.Object({}, { additionalProperties: true })),
  either: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
})

const orNullOf = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const anyAmount = fc.record({
  amount: orNullOf(fc.double({ noNaN: true, noDefaultInfinity: true })),
})
const anyValue = fc.record({
  text: orNullOf(fc.string({ unit: 'grapheme' })),
  whole: orNullOf(fc.integer()),
  choice: orNullOf(fc.constantFrom('a', 'b')),
  variant: fc.oneof(
    fc.record({ id: fc.integer(), state: orNullOf(fc.constantFrom('a', 'b')) }),
    fc.record({ id: fc.integer() }),
  ),
  list: fc.array(orNullOf(fc.boolean()), { maxLength: 3 }),
  inner: orNullOf(
    fc
      .record({ tags: fc.array(fc.string(), { maxLength: 2 }) })
      .chain((tagged) =>
        fc.option(anyAmount, { nil: {} }).map((amount) => ({ ...tagged, ...amount })),
      ),
  ),
  any: orNullOf(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })),
  either: orNullOf(fc.oneof(fc.string(), fc.integer())),
})

describe('foldNull', () => {
  test('default: makes a type or null a nullable type, and keeps other unions', () => {
    const folded = foldNull(schema) as { properties: Record<string, object> }
    expect(folded.properties['text']).toEqual({
      type: 'string',
      description: 'Kept',
      nullable: true,
    })
    expect(folded.properties['either']).toHaveProperty('anyOf')
  })

  test('property: a response is the same', async () => {
    const servers = [createSchemaCompilers(), {}].map((compilersFactory) => {
      const server = Fastify({ schemaController: { compilersFactory } })
      const response = { 200: schema }
      server.post('/', { schema: { response } }, async ({ body }) => body)
      return server
    })
    await fc.assert(
      fc.asyncProperty(anyValue, async (payload) => {
        const [folded, plainResponse] = await Promise.all(
          servers.map((server) => server.inject({ method: 'POST', url: '/', payload })),
        )
        expect(folded?.statusCode).toBe(200)
        expect(folded?.body).toBe(plainResponse?.body)
      }),
      { numRuns: 50 },
    )
    await Promise.all(servers.map((server) => server.close()))
  })
})
