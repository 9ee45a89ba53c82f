import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { reportTexts as texts } from '../../core/texts/en-console-reports.js'
import { useFormats } from '../format/use-formats.js'

export type FigureItem = {
  id: string
  label: string
  value: string
  /** The list that it comes from. */
  href: string
  note?: string
  /** The same figure of the days before, with its list. */
  before?: { value: string; href: string; change: number | null } | null
  /** More of it is neither good nor bad. */
  isNeutral?: boolean
}

/** Shows the figures of a report. Each opens its list, also that of the days before. */
export function Figures({ label, items }: { label: string; items: readonly FigureItem[] }) {
  return (
    <section class="card report-figures" aria-label={label}>
      {items.map((item) => (
        <div key={item.id} class="report-figure">
          <span class="soft">{item.label}</span>
          <Link href={item.href} class="money">
            {item.value}
          </Link>
          {item.note && <span class="soft">{item.note}</span>}
          {item.before && <Before {...item.before} isNeutral={item.isNeutral ?? false} />}
        </div>
      ))}
    </section>
  )
}

type BeforeProps = NonNullable<FigureItem['before']> & { isNeutral: boolean }

function Before({ value, href, change, isNeutral }: BeforeProps) {
  return (
    <span class="soft report-before">
      {change !== null && <Change share={change} isNeutral={isNeutral} />}{' '}
      <Link href={href}>{texts.beforeValue(value)}</Link>
    </span>
  )
}

/** Shows a change as a share, such as "+12%". */
export function Change({ share, isNeutral = false }: { share: number; isNeutral?: boolean }) {
  const formats = useFormats()
  const rounded = Math.round(share * 100) / 100
  const tone = isNeutral || rounded === 0 ? '' : rounded < 0 ? 'bad-text' : 'good-text'
  return (
    <b class={tone}>
      {rounded > 0 && '+'}
      {formats.percent(rounded)}
    </b>
  )
}

/** Returns the change as a share, or null when there is nothing to compare with. */
export function changeOf(now: number, before: number | undefined): number | null {
  return before === undefined || before === 0 ? null : (now - before) / Math.abs(before)
}

/** Returns a part as a share of the whole, or 0 when the whole is zero. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

/** A bar whose length is a share of its place. The text beside it says the same. */
export function Bar({ share, tone = 'now' }: { share: number; tone?: 'now' | 'before' }) {
  const length = Math.max(0, Math.min(1, share))
  return (
    <span class={`report-bar ${tone}`} aria-hidden="true">
      <span style={{ width: `${length * 100}%` }} />
    </span>
  )
}

/** A number in a table that opens its list. */
export function NumberLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <Link href={href} class="money number-link">
      {children}
    </Link>
  )
}
