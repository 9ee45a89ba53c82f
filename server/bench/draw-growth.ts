import { plotStyle } from './draw-plot.js'
import type { Growth } from './measure-growth.js'

const columns = 3
const cell = { width: 250, height: 130 }
const plot = { left: 12, top: 34, width: 180, height: 70 }
/** The highest ratio that is drawn at its height. */
const highest = 4
/** The acceptable ratio. */
export const maxRatio = 2

/** Returns the time of each request relative to that with the fewest receipts, by its name. */
export function ratiosOf(growths: readonly Growth[]): [name: string, ratios: number[]][] {
  const [first] = growths
  return Object.entries(first?.times ?? {}).map(([name, time]) => [
    name,
    growths.map(({ times }) => (times[name] ?? Number.NaN) / time),
  ])
}

/** Draws a small plot for each request: its time by the number of receipts, with the limit. */
export function drawGrowth(growths: readonly Growth[]): string {
  const cells = ratiosOf(growths).map(([name, ratios], index) => drawCell(name, ratios, index))
  const height = Math.ceil(cells.length / columns) * cell.height + 20
  const sizes = growths.map(({ receipts }) => receipts.toLocaleString('en')).join(', ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * cell.width} ${height}" role="img">
<title>Time of requests with ${sizes} receipts, relative to the first</title>
<style>${plotStyle}
  .curve { fill: none; stroke: #2f81f7; stroke-width: 2 } .limit { stroke-dasharray: 4 3 }
  .curve.high { stroke: #d1242f }</style>
${cells.join('\n')}
<text x="${plot.left}" y="${height - 6}">Receipts: ${sizes}. Dashed line: ${maxRatio} times the first.</text>
</svg>
`
}

function drawCell(name: string, ratios: readonly number[], index: number): string {
  const x = (index % columns) * cell.width + plot.left
  const bottom = Math.floor(index / columns) * cell.height + plot.top + plot.height
  const yOf = (ratio: number) => bottom - (Math.min(ratio, highest) / highest) * plot.height
  const step = plot.width / Math.max(1, ratios.length - 1)
  const points = ratios.map((ratio, place) => `${x + place * step},${yOf(ratio).toFixed(1)}`)
  const last = ratios.at(-1) ?? Number.NaN
  const lineAt = (ratio: number, kind: string) =>
    `<line class="line ${kind}" x1="${x}" x2="${x + plot.width}" y1="${yOf(ratio)}" y2="${yOf(ratio)}" />`
  return `<text x="${x}" y="${bottom - plot.height - 14}">${name}</text>
${lineAt(0, 'axis')}${lineAt(maxRatio, 'limit')}
<polyline class="curve${last > maxRatio ? ' high' : ''}" points="${points.join(' ')}" />
<text x="${x + plot.width + 6}" y="${yOf(last) + 5}">${last.toFixed(2)}</text>`
}
