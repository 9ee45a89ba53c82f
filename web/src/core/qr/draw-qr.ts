import { encode } from 'uqr'

/** Width of the white margin that ISO 18004 requires. */
const quietModules = 4

/**
 * Draws the QR code of a text as one SVG path to fill, in a square of `size` units, one per module,
 * margin included. The path is embedded in pages, so it is kept short: adjacent dark modules form
 * one box, coordinates are relative, and boxes are not closed, because filling closes them.
 *
 * @throws {Error} when the text exceeds 2,331 bytes, the most a code can hold.
 */
export function drawQr(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quietModules })
  let path = ''
  let [penX, penY] = [0, 0]

  data.forEach((row, y) => {
    for (const { x, length } of darkRuns(row)) {
      path += `m${joinNumbers(x - penX, y - penY)}h${length}v1h-${length}`
      penX = x
      penY = y + 1
    }
  })
  return { size, path }
}

function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = []
  for (let x = row.indexOf(true); x >= 0; ) {
    const end = row.indexOf(false, x)
    runs.push({ x, length: end - x })
    x = row.indexOf(true, end)
  }
  return runs
}

/** A minus sign needs no separator. */
function joinNumbers(first: number, second: number): string {
  return second < 0 ? `${first}${second}` : `${first} ${second}`
}
