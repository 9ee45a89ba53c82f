import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { hostileDocuments, repeat } from '../../../../test/fixtures/hostile/hostile-documents.js'
import { createLimits } from '../../../platform/limits/limit-settings.js'
import { readDocument } from './read-document.js'

const read = (query: string, variables: Record<string, unknown> = {}) =>
  readDocument({ limits: createLimits() }, { query, variables, operationName: null })

describe('readDocument', () => {
  test('default', () => {
    const { operation } = read('query Top { leaderboard { rank user { handle } } }')
    expect(operation.name?.value).toBe('Top')
  })

  test('behavior: accepts the introspection query of tools', () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    })
    expect(read(query).operation.operation).toBe('query')
  })

  test('behavior: accepts eight levels, thirty aliases and a large page', () => {
    read(`{ user(handle: "a") { ${'followers(limit: 1) { '.repeat(6)} id ${'}'.repeat(6)} } }`)
    read(`{ ${repeat(30, (n) => `a${n}: user(handle: "a") { id }`)} }`)
    read('{ leaderboard(limit: 100) { rank value user { id handle displayName xp level } } }')
  })

  test('behavior: reads the size of a list from its variable', () => {
    const query = 'query ($n: Int) { liveUsers(limit: $n) { followers(limit: $n) { id } } }'
    read(query, { n: 50 })
    expect(() => read(query, { n: 100 })).toThrow(/costs/)
    expect(() => read(query)).toThrow(/costs/)
  })

  test.each(hostileDocuments)('error: refuses %s', (_, query, refusal) => {
    expect(() => read(query)).toThrow(refusal)
  })
})
