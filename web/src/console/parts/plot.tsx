import { useEffect, useRef, useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import { useConsoleTexts } from '../texts.js'
import type { DrawnPlot, PlotData } from './draw-plot.js'

type PlotProps = PlotData & {
  label: string
  /** The name of the first column of the table. */
  pointsLabel: string
  formatTick(value: number): string
  formatValue(value: number): string
}

/** Draws lines over points, with a table that says the same. The drawing code loads on demand. */
export function Plot(props: PlotProps) {
  const { label, pointsLabel, points, at, lines, formatTick, formatValue } = props
  const texts = useConsoleTexts().parts.plot
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnPlot | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    const redraw = () => drawn.current?.redraw()
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const theme = new MutationObserver(redraw)
    void loadCode(() => import('./draw-plot.js')).then(
      ({ drawPlot }) => {
        if (isGone || !place.current) return
        drawn.current = drawPlot(place.current, { points, at, lines }, formatTick)
        scheme.addEventListener('change', redraw)
        theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'dir'] })
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      scheme.removeEventListener('change', redraw)
      theme.disconnect()
      drawn.current?.destroy()
      drawn.current = null
    }
  }, [])
  useEffect(() => drawn.current?.update({ points, at, lines }), [points, lines])
  return (
    <figure class="plot" aria-label={label}>
      {!isFailed && <div ref={place} class="plot-place" aria-hidden="true" />}
      <details open={isFailed}>
        <summary>{texts.table}</summary>
        <div class="plot-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{pointsLabel}</th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col" class="numeric">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point, index) => (
                <tr key={point}>
                  <th scope="row">{point}</th>
                  {lines.map(({ name, values }) => {
                    const value = values[index]
                    return (
                      <td key={name} class="numeric">
                        {value === null || value === undefined ? '' : formatValue(value)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
