import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasRight, type Right, rights, roles } from './roles.js'

describe('rights', () => {
  test('behavior: agree with the table in docs/access.md, row by row', () => {
    const page = readFileSync(new URL('../../../docs/access.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `([a-z]+:[a-z-]+)` \|(.*)\|$/gm)].map(
      ([, right, cells]) => [
        right,
        roles.filter((_role, index) => cells?.split('|')[index]?.trim() === 'yes'),
      ],
    )
    expect(Object.fromEntries(rows)).toEqual(rights)
    expect(rows).toHaveLength(Object.keys(rights).length)
  })

  test('behavior: the owner has every right, and an admin every right of the others', () => {
    for (const right of Object.keys(rights) as Right[]) {
      expect(hasRight('owner', right)).toBe(true)
      const others = roles.slice(2).filter((role) => hasRight(role, right))
      if (others.length > 0) expect(hasRight('admin', right)).toBe(true)
    }
  })
})
