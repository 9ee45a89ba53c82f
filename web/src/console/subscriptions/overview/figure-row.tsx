import { useFormats } from '../../format/use-formats.js'
import { Figure } from '../../panels/figure.js'
import { useConsoleTexts } from '../../texts.js'
import type { Report } from '../use-subscriptions.js'

/** Five figures of 30 days. Each opens the list that it comes from. */
export function FigureRow({ report, from }: { report: Report; from: number }) {
  const texts = useConsoleTexts().subscriptions.overview
  const { count, money, percent } = useFormats()
  const subscribers = '/subscriptions/subscribers'
  return (
    <section class="card figure-row" aria-label={texts.figures}>
      <Figure
        label={texts.active}
        href={`${subscribers}?status=current`}
        note={texts.activeNote(count(report.paused))}
      >
        {count(report.active)}
      </Figure>
      <Figure label={texts.new} href={`${subscribers}?created=30d`} note={texts.newNote}>
        {count(report.new)}
      </Figure>
      <Figure
        label={texts.canceled}
        href={`${subscribers}?status=over&ended=30d`}
        note={texts.churn(percent(report.churnRate))}
      >
        {count(report.churned)}
      </Figure>
      <Figure
        label={texts.failing}
        href={`${subscribers}?status=failing`}
        note={money(report.failingUsd, 'USD')}
      >
        {count(report.failing)}
      </Figure>
      <Figure
        label={texts.recovered}
        href={`/subscriptions/charges?retried=yes&status=succeeded&from=${from}`}
        note={texts.recoveredNote(count(report.recovered), count(report.retried))}
      >
        {money(report.recoveredUsd, 'USD')}
      </Figure>
    </section>
  )
}
