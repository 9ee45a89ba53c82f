import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = new URL('../../src', import.meta.url).pathname

/** Settings and locks that remain in a session after its transaction. */
const boundToSession =
  /[`'"(;]\s*(?:(?:listen|notify|unlisten|prepare|discard)\s+[a-z_$]|declare\s+\w+\s+cursor|create temp|set (?!local\b|transaction\b|constraints\b)\w+\s*(?:=|\bto\b))/g

const locks = /\b(pg_(?:try_)?advisory_lock\w*|pg_notify)\b/g

/** Returns the parts of a text that need a session of their own. */
function findBound(text: string): string[] {
  return [...text.matchAll(boundToSession), ...text.matchAll(locks)].map(([found]) => found.trim())
}

test('behavior: no statement leaves anything in a session, which a pooler would share', () => {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const found = paths
    .filter((path) => path.endsWith('.ts') && !/\.(test|chaos|properties)\.ts$/.test(path))
    .flatMap((path) =>
      findBound(readFileSync(join(source, path), 'utf8')).map((part) => [path, part]),
    )
  expect(found).toEqual([])
})

test.each([
  'query(`listen changes`)',
  "query('select pg_advisory_lock(1)')",
  "query('set statement_timeout = $1')",
  "query('set search_path to a')",
  "query('create temporary table parts (id text)')",
  "query('begin; prepare a as select 1')",
])('error: finds %s', (text) => {
  expect(findBound(text)).toHaveLength(1)
})

test.each([
  "query('set local statement_timeout = 5')",
  "query('set transaction isolation level serializable')",
  'query(`update receipts\n set status = $1`)',
])('behavior: permits %s', (text) => {
  expect(findBound(text)).toEqual([])
})
