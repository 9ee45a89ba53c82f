import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'

let app: TestApp
let apiKey: string
beforeAll(async () => {
  app = await createTestApp()
  const developer = await aDeveloper(app.ctx, { scopes: ['graphql:read'] })
  apiKey = developer.apiKey
})
afterAll(() => app.close())

/** Calls the app with a key, as `fetch` would. */
async function fetchFromApp(input: string, init: RequestInit = {}): Promise<Response> {
  const { body, method = 'GET' } = init
  const { pathname, search } = new URL(input)
  const response = await app.inject({
    method: method as 'GET',
    url: pathname + search,
    headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-api-key': apiKey },
    ...(typeof body === 'string' && { payload: body }),
  })
  const { statusCode: status, headers } = response
  return new Response(response.body, { status, headers: headers as Record<string, string> })
}

const audits = serverAudits({ url: 'http://tally.test/api/graphql', fetchFn: fetchFromApp })

describe('GraphQL over HTTP', () => {
  test.each(audits.map((audit) => [audit.name, audit] as const))(
    'default: %s',
    async (_, audit) => {
      expect(await audit.fn()).toMatchObject({ status: 'ok' })
    },
  )

  test.each([
    [
      'application/graphql-response+json, application/json',
      'application/graphql-response+json',
      400,
    ],
    [
      'application/json;q=0.9, application/graphql-response+json',
      'application/graphql-response+json',
      400,
    ],
    ['application/graphql-response+json;q=0.5, application/json', 'application/json', 200],
    ['application/json', 'application/json', 200],
    ['text/html, */*', 'application/json', 400],
  ])('behavior: %s gets %s', async (accept, type, status) => {
    const ask = (query: string) =>
      app.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: { 'x-api-key': apiKey, accept },
        payload: { query },
      })
    const [validResponse, invalidResponse] = [await ask('{ __typename }'), await ask('{')]
    expect([validResponse.statusCode, validResponse.headers['content-type']]).toEqual([
      200,
      `${type}; charset=utf-8`,
    ])
    expect([invalidResponse.statusCode, invalidResponse.headers['content-type']]).toEqual([
      status,
      `${type}; charset=utf-8`,
    ])
    expect(invalidResponse.json()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    })
    expect(invalidResponse.json()).not.toHaveProperty('data')
  })
})
