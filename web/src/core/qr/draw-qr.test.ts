import fc from 'fast-check'
import jsQR from 'jsqr'
import { describe, expect, test } from 'vitest'
import { drawQr } from './draw-qr.js'

const step = /m(-?\d+) ?(-?\d+)h(\d+)v1h-(\d+)/g

/**
 * Returns the modules that a path fills. Fails on an unknown command and on a module filled twice.
 */
function fillPath({ size, path }: { size: number; path: string }): boolean[][] {
  expect(path.replace(step, '')).toBe('')
  const grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  let [penX, penY, filled] = [0, 0, 0]
  for (const [, dx, dy, right, left] of path.matchAll(step)) {
    if (left !== right) throw new Error(`the box is ${right} wide but goes back ${left}`)
    penX += Number(dx)
    penY += Number(dy)
    grid[penY]?.fill(true, penX, penX + Number(right))
    penY += 1
    filled += Number(right)
  }
  expect(grid.flat().filter(Boolean)).toHaveLength(filled)
  return grid
}

/** Scans the code like a camera, at two pixels per module. */
function scan(text: string): string | undefined {
  const drawn = drawQr(text)
  const grid = fillPath(drawn)
  const width = drawn.size * 2
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (grid[y >> 1]?.[x >> 1]) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  // The package is CommonJS, but its types declare a default export.
  const read = jsQR as unknown as typeof jsQR.default
  return read(pixels, width, width, { inversionAttempts: 'dontInvert' })?.data
}

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
    minLength: length,
    maxLength: length,
  })
const address = hex(40).map((digits) => `0x${digits}`)
const units = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const chain = fc.constantFrom(1, 8453, 84_532)
const transfer = fc
  .tuple(address, chain, address, units)
  .map(
    ([token, id, to, amount]) => `ethereum:${token}@${id}/transfer?address=${to}&uint256=${amount}`,
  )
const nativeTransfer = fc
  .tuple(address, chain, units)
  .map(([to, id, amount]) => `ethereum:${to}@${id}?value=${amount}`)
const url = fc
  .webUrl({ withQueryParameters: true, withFragments: true, size: 'large' })
  .filter((text) => text.length <= 300)

describe('drawQr', () => {
  test('default', () => {
    const { size, path } = drawQr('https://pay.test/portal/r-1')
    // Version 3 has 29 modules, plus a margin of four on each side.
    expect(size).toBe(37)
    // The upper left corner of every code: seven dark modules.
    expect(path).toMatch(/^m4 4h7v1h-7m/)
    expect(scan('https://pay.test/portal/r-1')).toBe('https://pay.test/portal/r-1')
  })

  test('property: scans as the text it was drawn from', { tags: 'slow', timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.oneof(transfer, nativeTransfer, url), (text) => {
        expect(scan(text)).toBe(text)
      }),
      { numRuns: 12 },
    )
  })

  test('behavior: has a margin of four modules', () => {
    const grid = fillPath(drawQr('ethereum:0x00@1?value=1'))
    const edge = grid.flatMap((row, y) =>
      row.filter((_, x) => [x, y].some((at) => at < 4 || at >= grid.length - 4)),
    )
    expect(edge.some(Boolean)).toBe(false)
    expect(grid[4]?.[4]).toBe(true)
    expect(grid.at(-5)?.[4]).toBe(true)
    expect(grid[4]?.at(-5)).toBe(true)
  })

  test('behavior: draws adjacent modules as one box', () => {
    const grid = fillPath(drawQr('one'))
    const begins = grid.flatMap((row) => row.filter((dark, x) => dark && !row[x - 1]))
    expect(drawQr('one').path.match(/m/g)).toHaveLength(begins.length)
  })

  test('behavior: a payment code has fewer than 8,000 characters', () => {
    const wallet = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
    const uri = `ethereum:${wallet}@84532/transfer?address=${wallet}&uint256=110050000`
    expect(drawQr(uri).path.length).toBeLessThan(8_000)
  })

  test('error: the text is too long', () => {
    expect(() => drawQr('x'.repeat(2_332))).toThrow('Data too long')
    expect(drawQr('x'.repeat(2_331)).size).toBe(177 + 8)
  })
})
