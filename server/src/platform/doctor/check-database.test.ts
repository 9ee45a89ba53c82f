import { describe, expect, test } from 'vitest'
import { describeLedger, describeMigrations, describeServer } from './check-database.js'

const server = {
  version: 150_004,
  now: 0,
  role: 'tally',
  schema: 'public',
  mayCreate: true,
  isReadOnly: false,
}

describe('describeServer', () => {
  test('default', () => {
    expect(describeServer(server)).toMatchObject([
      { status: 'ok', message: 'PostgreSQL 15.4 responds.' },
    ])
  })

  test('error: an old version', () => {
    expect(describeServer({ ...server, version: 140_012 })).toMatchObject([
      { status: 'problem', message: 'PostgreSQL 14.12 is too old.' },
    ])
  })

  test('error: a read-only server', () => {
    expect(describeServer({ ...server, isReadOnly: true })).toMatchObject([
      { status: 'ok' },
      { status: 'problem', message: 'The database is read-only.' },
    ])
  })
})

describe('describeMigrations', () => {
  const appliedMigrations = ['a', 'b', 'c'].map((checksum, index) => ({
    version: index + 1,
    checksum,
  }))
  const applied = appliedMigrations.map(({ version, checksum }) => ({
    version,
    name: `000${version}-one`,
    checksum,
  }))

  test('default', () => {
    expect(describeMigrations({ migrations: appliedMigrations, applied, server })).toMatchObject({
      status: 'ok',
      message: 'All 3 migrations are applied.',
    })
  })

  test.each([
    ['an empty database', [], true, 'ok', 'is empty'],
    ['an older schema', applied.slice(0, 1), true, 'warning', '2 of 3 migrations are pending'],
    ['a role without rights', applied.slice(0, 1), false, 'problem', 'may not create tables'],
    ['a newer schema', [...applied, { ...applied[0], version: 4 }], true, 'warning', 'newer'],
    [
      'an edited migration',
      [{ ...applied[0], checksum: 'x' }],
      true,
      'problem',
      '0001-one differs',
    ],
  ] as const)('behavior: %s', (_, rows, mayCreate, status, message) => {
    const finding = describeMigrations({
      migrations: appliedMigrations,
      applied: rows as typeof applied,
      server: { ...server, mayCreate },
    })
    expect(finding).toMatchObject({ status, message: expect.stringContaining(message) })
  })
})

describe('describeLedger', () => {
  const table = (name: string, refuses: boolean) => ({
    table: name,
    refusesUpdate: refuses,
    refusesDelete: refuses,
  })
  const both = (first: boolean, second: boolean) => [
    table('entries', first),
    table('postings', second),
  ]

  test.each([
    ['no tables', [], 'skipped'],
    ['protected tables', both(true, true), 'ok'],
    ['removed triggers', both(false, false), 'problem'],
    ['one open table', both(true, false), 'problem'],
  ] as const)('default: %s', (_, protections, status) => {
    expect(describeLedger(protections).status).toBe(status)
  })

  test('error: a table that refuses only updates', () => {
    const protections = [{ table: 'entries', refusesUpdate: true, refusesDelete: false }]
    expect(describeLedger(protections)).toMatchObject({
      status: 'problem',
      message: 'Entries can be changed or deleted in: entries.',
    })
  })
})
