import { negate } from '../../core/format/negate.js'
import { useFormats } from '../format/use-formats.js'
import { Figure } from '../panels/figure.js'
import { useConsoleTexts } from '../texts.js'
import { averageOf, type HomeReport, linkOf, type Range } from './figures.js'

/** Five figures of a range. Each opens the list that it comes from. */
export function FigureRow({ report, range }: { report: HomeReport; range: Range }) {
  const texts = useConsoleTexts().home.figures
  const formats = useFormats()
  const now = report.current.totals
  const before = report.previous.totals
  const money = (amount: number | null) =>
    amount === null ? texts.none : formats.money(amount, 'USD')
  const earlier = range === 'today' ? texts.yesterday : texts.before
  const { count } = formats
  return (
    <section class="card figure-row" aria-label={texts.label}>
      <Figure label={texts.paid} href={linkOf(now.sales)} note={earlier(count(before.sales.count))}>
        {count(now.sales.count)}
      </Figure>
      <Figure
        label={texts.average}
        href={linkOf(now.sales)}
        note={earlier(money(averageOf(before.sales)))}
      >
        {money(averageOf(now.sales))}
      </Figure>
      <Figure
        label={texts.refunds}
        href={linkOf(now.refunds)}
        note={earlier(money(negate(before.refunds.usd)))}
      >
        {money(negate(now.refunds.usd))}
      </Figure>
      <Figure label={texts.waiting} href={linkOf(now.open)} note={money(now.open.usd)}>
        {count(now.open.count)}
      </Figure>
      <Figure
        label={texts.failed}
        href={linkOf(now.failed)}
        note={earlier(count(before.failed.count))}
      >
        {count(now.failed.count)}
      </Figure>
    </section>
  )
}
