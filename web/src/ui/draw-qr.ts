import { encode } from 'uqr'

/** Cameras need that much white around a code (ISO 18004). */
const quietModules = 4

/**
 * The QR code of a text as one SVG path to be filled, in a square of `size` with one unit per module and the white
 * margin included. It stands in pages as text, so it is short: dark modules side by side are one box, each begins where
 * the last one ended, and none is closed, because filling closes it.
 *
 * @throws {Error} when the text is longer than any code holds, a good two thousand bytes.
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

/** A minus sign separates by itself. */
function joinNumbers(first: number, second: number): string {
  return second < 0 ? `${first}${second}` : `${first} ${second}`
}
