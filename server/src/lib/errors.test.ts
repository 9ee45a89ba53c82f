import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorStatus } from './errors.js'

describe('errorStatus', () => {
  test('behavior: agrees with docs/errors.md, row by row', () => {
    const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    expect(Object.fromEntries(rows)).toEqual(errorStatus)
    expect(rows).toHaveLength(Object.keys(errorStatus).length)
  })
})
