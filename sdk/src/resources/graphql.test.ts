import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient, InvalidRequestError } from '../index.js'

const query = 'query ($handle: String!) { user(handle: $handle) { xp } }'

describe('graphql', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { data: { user: { xp: 12 } } } })

    const client = createClient({ baseUrl, apiKey: 'tly_test_key' })
    const { data } = await client.graphql.query<{ user: { xp: number } }>(query, { handle: 'ada' })

    expect(data?.user.xp).toBe(12)
    expect(received).toMatchObject([{ method: 'POST', url: '/api/graphql' }])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ query, variables: { handle: 'ada' } })
  })

  test('error: rejects an invalid query with the message of the service', async () => {
    const body = { error: 'invalid_input', message: 'The document is deeper than 8 levels.' }
    const { baseUrl } = await serve({ status: 400, json: body })

    const client = createClient({ baseUrl, apiKey: 'tly_test_key' })
    const call = client.graphql.query(query)
    await expect(call).rejects.toBeInstanceOf(InvalidRequestError)
    await expect(call).rejects.toThrow('8 levels')
  })
})
