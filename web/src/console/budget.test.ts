import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { screens } from './screens.js'

type Chunk = { file: string; name: string; imports?: string[]; isDynamicEntry?: true }

const client = new URL('../../dist/client/console/', import.meta.url)
const chunks = JSON.parse(readFileSync(new URL('manifest.json', client), 'utf8')) as Record<
  string,
  Chunk
>
const kilobyte = 1_024
const firstView = chunksOf('src/console/main.tsx')

/** Returns a chunk and all that it imports before it runs. */
function chunksOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of chunks[name]?.imports ?? []) chunksOf(imported, found)
  return found
}

/** Returns the compressed size of chunks in bytes. */
function sizeOf(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => {
    const code = readFileSync(new URL(chunks[name]?.file ?? '', client))
    return sum + gzipSync(code, { level: 9 }).length
  }, 0)
}

const added = (name: string) => sizeOf([...chunksOf(name)].filter((chunk) => !firstView.has(chunk)))
const keyOf = (name: string) => Object.keys(chunks).find((key) => chunks[key]?.name === name) ?? ''
const routes = Object.values(chunks).flatMap(({ name, isDynamicEntry }) =>
  isDynamicEntry && name.endsWith('-screen') ? [name] : [],
)

describe('scripts of the console', () => {
  test('default: the frame and home are at most 90 KB', () => {
    const home = added(keyOf('home-screen'))
    expect(sizeOf(firstView) + home).toBeLessThanOrEqual(90 * kilobyte)
  })

  test('behavior: every screen is a route of its own', () => {
    expect(routes).toHaveLength(screens.length)
  })

  test.each(routes)('behavior: %s adds at most 25 KB', (name) => {
    expect(added(keyOf(name))).toBeLessThanOrEqual(25 * kilobyte)
  })

  test('behavior: plots, menus, the palette and calendars load on demand', () => {
    for (const name of ['parts/draw-plot.ts', 'parts/openable-menu.tsx', 'palette/palette.tsx']) {
      expect([name, chunks[`src/console/${name}`]?.isDynamicEntry]).toEqual([name, true])
      expect(firstView.has(`src/console/${name}`)).toBe(false)
    }
    expect(added('src/console/parts/draw-plot.ts')).toBeLessThanOrEqual(30 * kilobyte)
  })
})
