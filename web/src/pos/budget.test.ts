import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: true }

const client = new URL('../../dist/client/pos/', import.meta.url)
const chunks = JSON.parse(readFileSync(new URL('manifest.json', client), 'utf8')) as Record<
  string,
  Chunk
>
const kilobyte = 1_024
const firstView = chunksOf('src/pos/main.tsx')
const screens = ['sales/sales-screen.tsx', 'day/day-screen.tsx', 'print/slips.ts']

/** Returns a chunk and all that it imports before it runs. */
function chunksOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of chunks[name]?.imports ?? []) chunksOf(imported, found)
  return found
}

/** Returns the compressed size of chunks in bytes. */
function sizeOf(names: Iterable<string>): number {
  return [...new Set(names)].reduce((sum, name) => {
    const code = readFileSync(new URL(chunks[name]?.file ?? '', client))
    return sum + gzipSync(code, { level: 9 }).length
  }, 0)
}

describe('scripts of the point of sale', () => {
  test('default: everything but the printer is at most 30 KB', () => {
    const all = screens.flatMap((name) => [...chunksOf(`src/pos/${name}`)])
    expect(sizeOf([...firstView, ...all])).toBeLessThanOrEqual(30 * kilobyte)
  })

  test('behavior: the printer loads on demand, and adds at most 60 KB', () => {
    const printer = 'src/pos/print/receipt-printer.ts'
    expect(chunks[printer]?.isDynamicEntry).toBe(true)
    expect(firstView.has(printer)).toBe(false)
    for (const name of screens) expect(chunksOf(`src/pos/${name}`).has(printer)).toBe(false)
    const added = [...chunksOf(printer)].filter((name) => !firstView.has(name))
    expect(sizeOf(added)).toBeLessThanOrEqual(60 * kilobyte)
  })
})
