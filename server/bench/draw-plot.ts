import type { Measurement } from './measure-requests.js'
import { median } from './statistics.js'

const height = 34
const leftEdge = 210
const scale = 300
const width = leftEdge + scale * 1.6 + 60

/** Readable on light and dark pages, which an image cannot distinguish. */
export const plotStyle = `text { font: 14px system-ui, sans-serif; fill: #57606a }
  .bar { fill: #2f81f7 } .low { fill: #d1242f } .line { stroke: #8b949e; stroke-width: 1 }
  @media (prefers-color-scheme: dark) { text { fill: #adbac7 } }`

/**
 * Draws the ratio of every request to its bare handler at 32 connections, with its floor and
 * spread.
 */
export function drawPlot(measured: readonly Measurement[]): string {
  const measurements = measured.filter(({ connections }) => connections === 32)
  const rows = (measurements.length > 0 ? measurements : measured).map(drawRow)
  const bottom = 40 + rows.length * height
  const unitX = leftEdge + scale
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom}" role="img">
<title>Requests per second relative to a bare handler</title>
<style>${plotStyle}</style>
<line class="line" x1="${unitX}" x2="${unitX}" y1="24" y2="${bottom}" />
<text x="${unitX}" y="16" text-anchor="middle">bare handler</text>
${rows.join('\n')}
</svg>
`
}

function drawRow({ name, floor, rounds }: Measurement, index: number): string {
  const ratios = rounds.map(({ ours: ownLoad, bare }) => ownLoad.perSecond / bare.perSecond)
  const at = (ratio: number) => leftEdge + Math.min(ratio, 1.6) * scale
  const [y, ratio] = [30 + index * height, median(ratios)]
  const isLow = floor !== null && ratio < floor
  const middle = y + 11
  const mark = floor === null ? '' : line(at(floor), at(floor), y - 3, y + 25)
  return `<text x="${leftEdge - 10}" y="${y + 16}" text-anchor="end">${name}</text>
<rect class="${isLow ? 'low' : 'bar'}" x="${leftEdge}" y="${y}" width="${at(ratio) - leftEdge}" height="22" rx="2" />
${line(at(Math.min(...ratios)), at(Math.max(...ratios)), middle, middle)}${mark}
<text x="${at(Math.max(...ratios)) + 8}" y="${y + 16}">${ratio.toFixed(2)}</text>`
}

function line(x1: number, x2: number, y1: number, y2: number): string {
  return `<line class="line" x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}" />`
}
