import uPlot from 'uplot'
import { drawLabels, labelRoom, type PlotLine } from './plot-labels.js'

export type PlotData = {
  /** The names of the points, such as "10:00". */
  points: readonly string[]
  /** Where the points are. Without it they have equal distances. */
  at?: readonly number[] | undefined
  lines: readonly PlotLine[]
}

export type DrawnPlot = {
  update(data: PlotData): void
  /** Reads the colors again. */
  redraw(): void
  destroy(): void
}

const height = 200

type Colors = [now: string, ink: string, inkSoft: string, surface: string]

/** Draws a plot into an element, and keeps its width. */
export function drawPlot(
  place: HTMLElement,
  data: PlotData,
  formatTick: (value: number) => string,
): DrawnPlot {
  let current = data
  let plot = create()
  const resize = new ResizeObserver(() => {
    if (place.clientWidth > 0) plot.setSize({ width: place.clientWidth, height })
  })
  resize.observe(place)

  function create() {
    const { lines } = current
    const style = getComputedStyle(place)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const font = `13px ${style.fontFamily}`
    const names = ['--accent', '--ink', '--ink-soft', '--surface']
    const [now, ink, inkSoft, surface] = names.map(color) as Colors
    const width = Math.max(place.clientWidth, 100)
    const [top, end] = labelRoom(current.lines, { width, font })
    const grid = { stroke: color('--line'), width: 1 }
    return new uPlot(
      {
        width,
        height,
        padding: [top, end, 0, 0],
        hooks: {
          draw: [(plot) => drawLabels(plot, current.lines, { font, now, ink, inkSoft, surface })],
        },
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false },
          y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] },
        },
        axes: [
          {
            stroke: color('--ink-soft'),
            font,
            grid: { show: false },
            ticks: { show: false },
            border: { show: true, ...grid },
            size: 28,
            gap: 8,
            splits: () => chooseTicks(placesOf(current), Math.max(2, Math.floor(width / 130))),
            values: (_plot, splits) =>
              splits.map((place) => current.points[placesOf(current).indexOf(place)] ?? ''),
          },
          {
            stroke: color('--ink-soft'),
            font,
            size: 56,
            space: 56,
            grid,
            ticks: { show: false },
            values: (_plot, splits) => splits.map(formatTick),
          },
        ],
        series: [{}, ...lines.map((line) => describeLine(line, color))],
      },
      toColumns(current),
      place,
    )
  }
  const restart = () => {
    plot.destroy()
    plot = create()
  }
  return {
    update(next) {
      const isSameShape = next.lines.length === current.lines.length
      current = next
      if (isSameShape) plot.setData(toColumns(next))
      else restart()
    },
    redraw: restart,
    destroy() {
      resize.disconnect()
      plot.destroy()
    },
  }
}

function describeLine({ kind }: PlotLine, color: (name: string) => string): uPlot.Series {
  // A point of another line leaves a gap, over which this one goes on.
  const common = { points: { show: false }, spanGaps: true }
  if (kind === 'now') return { ...common, stroke: color('--accent'), width: 2 }
  const before = { ...common, stroke: color('--ink-soft'), width: 1.25 }
  return kind === 'before' ? before : { ...before, dash: [3, 3] }
}

function placesOf({ points, at }: PlotData): readonly number[] {
  return at ?? points.map((_, index) => index)
}

function toColumns(data: PlotData): uPlot.AlignedData {
  return [[...placesOf(data)], ...data.lines.map(({ values }) => [...values])]
}

/** Chooses whole places at equal distances, the first among them. */
function chooseTicks(places: readonly number[], max: number): number[] {
  const whole = places.filter(Number.isInteger)
  const step = Math.ceil((whole.length - 1) / max) || 1
  return whole.filter((_, index) => index % step === 0)
}
