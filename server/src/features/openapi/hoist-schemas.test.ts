import { describe, expect, test } from 'vitest'
import { hoistSchemas, type SchemaTable } from './hoist-schemas.js'

describe('hoistSchemas', () => {
  test('default', () => {
    const table: SchemaTable = {}
    const line = { title: 'Line', type: 'object', properties: { label: { type: 'string' } } }
    const schema = { type: 'array', items: line }

    expect(hoistSchemas(schema, table)).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Line' },
    })
    expect(table).toEqual({ Line: line })
    expect(schema.items).toBe(line)
  })

  test('behavior: gives equal shapes one name', () => {
    const table: SchemaTable = {}
    const id = () => ({ title: 'Id', type: 'string' })
    hoistSchemas([id(), id()], table)
    expect(Object.keys(table)).toEqual(['Id'])
  })

  test('behavior: the description of an enum stays with its use', () => {
    const table: SchemaTable = {}
    const role = (description?: string) => ({
      title: 'Role',
      type: 'string',
      ...(description ? { description } : {}),
      enum: ['owner', 'viewer'],
    })
    const $ref = '#/components/schemas/Role'
    expect(hoistSchemas([role('Of the caller'), role()], table)).toEqual([
      { $ref, description: 'Of the caller' },
      { $ref },
    ])
    expect(table).toEqual({ Role: { title: 'Role', type: 'string', enum: ['owner', 'viewer'] } })
  })

  test('error: throws when two shapes share a title', () => {
    const table: SchemaTable = {}
    hoistSchemas({ title: 'Id', type: 'string' }, table)
    expect(() => hoistSchemas({ title: 'Id', type: 'integer' }, table)).toThrow(
      'two different schemas have the title Id',
    )
  })
})
