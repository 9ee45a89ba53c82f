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
const screens = ['sales/sales-screen.tsx', 'day/day-screen.tsx']

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

const added = (name: string) =>
  sizeOf([...chunksOf(`src/pos/${name}`)].filter((chunk) => !firstView.has(chunk)))

describe('scripts of the point of sale', () => {
  test('default: a sale, from the keypad to the QR code, takes at most 30 KB', () => {
    const sale = [...firstView, ...chunksOf('src/core/qr/draw-qr.ts')]
    expect(sizeOf(sale)).toBeLessThanOrEqual(30 * kilobyte)
  })

  test.each(screens)('behavior: %s loads on demand, and adds at most 10 KB', (name) => {
    expect(chunks[`src/pos/${name}`]?.isDynamicEntry).toBe(true)
    expect(added(name)).toBeLessThanOrEqual(10 * kilobyte)
  })

  test('behavior: the printer loads on demand, and adds at most 36 KB', () => {
    const printer = 'print/receipt-printer.ts'
    expect(chunks[`src/pos/${printer}`]?.isDynamicEntry).toBe(true)
    for (const name of ['main.tsx', ...screens]) {
      expect(chunksOf(`src/pos/${name}`).has(`src/pos/${printer}`)).toBe(false)
    }
    expect(added(printer)).toBeLessThanOrEqual(36 * kilobyte)
  })
})
