import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Document, findBreakingChanges } from './find-breaking-changes.js'

const read = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

const base = {
  paths: {
    '/things': {
      post: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 200 } }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } },
        },
        responses: {
          '200': {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
        security: [{ apiKey: [] }, { session: [] }],
      },
    },
  },
  webhooks: {
    made: {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      NewThing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          size: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        },
      },
      Thing: {
        type: 'object',
        required: ['id', 'parts'],
        properties: {
          id: { type: 'string' },
          state: { enum: ['new', 'old'], type: 'string' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        },
      },
    },
  },
}

/** Returns the breaking changes after replacing one part of the document's text. */
function after(part: string, replacement: string): string[] {
  const text = JSON.stringify(base)
  expect(text).toContain(part)
  return findBreakingChanges(base as never, JSON.parse(text.replaceAll(part, replacement)))
}

/** Breaks that the changelog announces. The next release clears the list. */
const announcedBreaks = [
  // The other fields are private: callers who only know an id no longer get them.
  'GET /api/subscriptions/status: 200 response.subscription.',
  // People may have no wallet.
  'GET /api/auth/me: 200 response.wallet',
  'GET /api/members: 200 response.members[].wallet',
  'POST /api/members: 201 response.member.wallet',
  'PUT /api/members/{member}: 200 response.member.wallet',
  // Wider in fact: ids and e-mail addresses are accepted too.
  'POST /api/members: request.member',
  'PUT /api/members/{member}: member',
  'DELETE /api/members/{member}: member',
  // Support plans refunds without the right split:read. All earlier callers still get the shares.
  'POST /api/receipts/refund/plan: 200 response.plan.shares',
]

describe('findBreakingChanges', () => {
  test('default: the API breaks no client of the last release', () => {
    const changes = findBreakingChanges(read('openapi-baseline.json'), read('openapi.json'))
    const isAnnounced = (change: string) =>
      announcedBreaks.some((start) => change.startsWith(start))
    expect(changes.filter((change) => !isAnnounced(change))).toEqual([])
    const unused = announcedBreaks.filter(
      (start) => !changes.some((change) => change.startsWith(start)),
    )
    expect(unused).toEqual([])
  })

  test.each([
    ['an operation', '"/things"', '"/other"', 'POST /things was removed'],
    ['a parameter', '"name":"limit"', '"name":"most"', 'POST /things: limit was removed'],
    ['a smaller maximum', '"maximum":200', '"maximum":100', 'limit has a narrower maximum'],
    ['a response field', '"id":{', '"key":{', '200 response.id was removed'],
    ['an optional field', '["id","parts"]', '["id"]', '200 response.parts became optional'],
    ['a required field', '["name"]', '["name","size"]', 'request.size became required'],
    ['a request type', '{"type":"number"}', '{"type":"integer"}', 'was number and is integer'],
    ['a null', ',{"type":"null"}', '', 'request.size was null and is number'],
    [
      'a response type',
      '"id":{"type":"string"}',
      '"id":{"type":"number"}',
      'was string and is number',
    ],
    ['credentials', ',{"session":[]}', '', 'the credentials {"session":[]} are no longer accepted'],
    ['a webhook', '"made"', '"created"', 'webhook made was removed'],
    ['a webhook field', '"state":{', '"status":{', 'webhook made: response.state was removed'],
  ])('behavior: finds %s', (_, part, replacement, change) => {
    expect(after(part, replacement).join('\n')).toContain(change)
  })

  test.each([
    ['a field', '"id":{', '"more":{"type":"string"},"id":{'],
    ['a value of a response', '["new","old"]', '["new","old","lost"]'],
    ['an accepted type', '{"type":"number"}', '{"type":"number"},{"type":"string"}'],
    ['an accepted credential', '{"session":[]}', '{"session":[]},{"siwx":[]}'],
  ])('behavior: allows another %s', (_, part, replacement) => {
    expect(after(part, replacement)).toEqual([])
  })
})
