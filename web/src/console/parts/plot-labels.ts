import uPlot from 'uplot'

export type PlotLine = {
  name: string
  /** Accent for now, gray for before, dashed for longer ago. */
  kind: 'now' | 'before' | 'earlier'
  /** One value for each point; null where there is none yet. */
  values: readonly (number | null)[]
  /** The last value, written at the end of the line with its name. */
  end?: string
  /** Written above the last value, with a dot. Replaces the label at the end. */
  mark?: string
}

/** From this width on, labels at the ends of lines have their values below. */
const wideFrom = 480
const lineHeight = 16
const dotRadius = 4

/** Between the end of a line and its label. */
const labelGap = 10
/** Between labels one above the other. */
const labelSpace = 2
/** Keeps a label apart from the lines behind it. */
const haloWidth = 5

/** Returns the space that labels need above and to the right of a plot, in px. */
export function labelRoom(
  lines: readonly PlotLine[],
  { width, font }: { width: number; font: string },
): [top: number, end: number] {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = font
  const widthOf = (text: string) => context?.measureText(text).width ?? 0
  const widths = lines.flatMap(({ name, end, mark }) =>
    end === undefined || mark !== undefined
      ? []
      : [widthOf(name), width >= wideFrom ? widthOf(end) : 0],
  )
  const end = widths.length > 0 ? labelGap + Math.ceil(Math.max(...widths)) + 4 : 16
  return [lines.some(({ mark }) => mark !== undefined) ? 24 : 8, end]
}

type Style = { font: string; now: string; ink: string; inkSoft: string; surface: string }
type Label = { texts: string[]; x: number; y: number }

/** Writes the names of lines at their ends, and marks where the line of now is. */
export function drawLabels(plot: uPlot, lines: readonly PlotLine[], style: Style): void {
  const { ctx } = plot
  const scale = uPlot.pxRatio
  const ends: Label[] = []
  ctx.save()
  ctx.font = style.font.replace(/^\d+/, (size) => String(Number(size) * scale))
  ctx.textBaseline = 'middle'
  for (const [index, { name, end, mark }] of lines.entries()) {
    const place = lastPlace(plot, index + 1)
    if (!place) continue
    if (mark !== undefined) drawMark(ctx, { ...place, text: mark, plot, style })
    else if (end !== undefined) {
      const isWide = plot.width >= wideFrom
      ends.push({ texts: isWide ? [name, end] : [name], ...place })
    }
  }
  const bottom = plot.bbox.top + plot.bbox.height
  for (const { texts, x, y } of apart(ends, { height: lineHeight * scale, bottom })) {
    for (const [row, text] of texts.entries()) {
      ctx.fillStyle = row === 0 ? style.inkSoft : style.ink
      ctx.fillText(text, x + labelGap * scale, y + row * lineHeight * scale)
    }
  }
  ctx.restore()
}

function lastPlace(plot: uPlot, series: number): { x: number; y: number } | null {
  const values = plot.data[series] ?? []
  const index = values.findLastIndex((value) => value !== null && value !== undefined)
  const [at, value] = [plot.data[0][index], values[index]]
  if (at === undefined || value === null || value === undefined) return null
  return { x: plot.valToPos(at, 'x', true), y: plot.valToPos(value, 'y', true) }
}

function drawMark(
  ctx: CanvasRenderingContext2D,
  mark: { x: number; y: number; text: string; plot: uPlot; style: Style },
): void {
  const { x, y, text, plot, style } = mark
  const scale = uPlot.pxRatio
  ctx.fillStyle = style.now
  ctx.beginPath()
  ctx.arc(x, y, dotRadius * scale, 0, 2 * Math.PI)
  ctx.fill()
  const half = ctx.measureText(text).width / 2
  const [start, stop] = [plot.bbox.left, plot.bbox.left + plot.bbox.width]
  const middle = Math.min(Math.max(x, start + half), Math.max(stop - half, start + half))
  ctx.textAlign = 'center'
  ctx.strokeStyle = style.surface
  ctx.lineWidth = haloWidth * scale
  ctx.lineJoin = 'round'
  ctx.strokeText(text, middle, y - lineHeight * scale)
  ctx.fillText(text, middle, y - lineHeight * scale)
  ctx.textAlign = 'start'
}

/** Moves labels apart until none covers another, and none reaches below the plot. */
export function apart<Place extends { texts: readonly string[]; y: number }>(
  labels: readonly Place[],
  { height, bottom }: { height: number; bottom: number },
): Place[] {
  let top = Number.NEGATIVE_INFINITY
  const lowered = labels
    .toSorted((a, b) => a.y - b.y)
    .map((label) => {
      const y = Math.max(label.y, top)
      top = y + label.texts.length * height + labelSpace
      return { ...label, y }
    })
  let end = bottom
  return lowered
    .toReversed()
    .map((label) => {
      const y = Math.min(label.y, end - (label.texts.length - 1) * height)
      end = y - height - labelSpace
      return { ...label, y }
    })
    .toReversed()
}
