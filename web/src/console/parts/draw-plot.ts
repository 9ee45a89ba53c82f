import uPlot from 'uplot'

export type PlotLine = {
  name: string
  /** Accent for now, gray for before, dashed for longer ago. */
  kind: 'now' | 'before' | 'earlier'
  /** One value for each point; null where there is none yet. */
  values: readonly (number | null)[]
}

export type PlotData = {
  /** The names of the points, such as "10:00". */
  points: readonly string[]
  lines: readonly PlotLine[]
}

export type DrawnPlot = {
  update(data: PlotData): void
  /** Reads the colors again. */
  redraw(): void
  destroy(): void
}

const height = 200

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
    const { points, lines } = current
    const style = getComputedStyle(place)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const font = `13px ${style.fontFamily}`
    const grid = { stroke: color('--line'), width: 1 }
    return new uPlot(
      {
        width: Math.max(place.clientWidth, 100),
        height,
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
            splits: () => chooseTicks(points.length),
            values: (_plot, splits) => splits.map((index) => points[index] ?? ''),
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
  const points = { show: false }
  if (kind === 'now') return { stroke: color('--accent'), width: 2, points }
  if (kind === 'before') return { stroke: color('--ink-soft'), width: 1.25, points }
  return { stroke: color('--ink-soft'), width: 1.25, dash: [3, 3], points }
}

function toColumns({ points, lines }: PlotData): uPlot.AlignedData {
  return [points.map((_, index) => index), ...lines.map(({ values }) => [...values])]
}

/** Five points at most, the first and the last among them. */
function chooseTicks(count: number): number[] {
  const steps = Math.min(count - 1, 4)
  if (steps <= 0) return count > 0 ? [0] : []
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step * (count - 1)) / steps))
}
