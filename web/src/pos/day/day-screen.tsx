import { useEffect, useState } from 'preact/hooks'
import { posTexts } from '../../core/texts/en-pos.js'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { format, formatSpan } from '../format.js'
import { PosIcon } from '../icons.js'
import { printSlip } from '../print/print-slip.js'
import { daySlip } from '../print/slips.js'
import { type NamedCashier, nameOf, useCashiers } from '../session/use-cashiers.js'
import type { Connection } from '../session/use-connection.js'
import type { Register, Session } from '../session/use-session.js'
import { CloseDialog } from './close-dialog.js'
import { DayReportView } from './day-report.js'
import { type DayClose, type Days, type OpenDay, toCsv } from './read-day.js'

const texts = reportTexts.day
const refreshMs = 20_000

export type DayProps = {
  session: Session
  register: Register
  connection: Connection
  onShowSales(): void
}

/** Shows the day that is open, closes it, and shows earlier closes. */
export function DayScreen({ session, register, connection, onShowSales }: DayProps) {
  const { days, problem, reload } = useDays(session, connection)
  const cashiers = useCashiers(session.api)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isClosing, setClosing] = useState(false)
  const closed = days?.closes.find(({ number }) => number === chosen) ?? null
  const shown = closed ?? days?.open ?? null
  const shared = { session, register, cashiers }

  return (
    <section class="report" aria-label={posTexts.tabs.day}>
      {closed && (
        <button type="button" class="plain-button" onClick={() => setChosen(null)}>
          <PosIcon name="left" />
          {texts.back}
        </button>
      )}
      {connection === 'degraded' && (
        <p class="soft" role="status">
          {texts.degraded}
        </p>
      )}
      {problem !== null && connection !== 'degraded' && (
        <div role="alert" class="trouble">
          <p class="problem-text">{problem || texts.failed}</p>
          <button type="button" class="quiet-button" onClick={() => void reload()}>
            {posTexts.retry}
          </button>
        </div>
      )}
      {!days && problem === null && (
        <p class="soft" role="status">
          {texts.loading}
        </p>
      )}
      {shown && (
        <>
          <Title {...shared} day={shown} onClose={() => setClosing(true)} />
          {'isFull' in shown && shown.isFull && (
            <p class="problem-text" role="status">
              {texts.full}
            </p>
          )}
          <DayReportView day={shown} cashiers={cashiers} onShowSales={onShowSales} />
        </>
      )}
      {days && !shown && (
        <div class="empty">
          <h2>{texts.none}</h2>
          <p class="soft">{texts.noneText}</p>
        </div>
      )}
      {days && !closed && <Earlier closes={days.closes} onChoose={setChosen} />}
      {isClosing && days?.open && (
        <CloseDialog
          session={session}
          register={register}
          day={days.open}
          onClose={() => setClosing(false)}
          onClosed={async (close) => {
            await reload()
            setClosing(false)
            setChosen(close.number)
          }}
        />
      )}
    </section>
  )
}

/** Loads the days, again every few seconds. */
function useDays({ api }: Session, connection: Connection) {
  const [days, setDays] = useState<Days | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = async () => {
    const found = await api.get<Days>('/api/day-closes')
    if (!found.ok) return setProblem(found.message ?? '')
    setProblem(null)
    setDays(found.body)
  }
  useEffect(() => {
    void load()
    const timer = setInterval(() => void load(), refreshMs)
    return () => clearInterval(timer)
  }, [connection])
  return { days, problem, reload: load }
}

type TitleProps = {
  session: Session
  register: Register
  cashiers: readonly NamedCashier[] | null
  day: OpenDay | DayClose
  onClose(): void
}

function Title({ session, register, cashiers, day, onClose }: TitleProps) {
  const [notice, setNotice] = useState<string | null>(null)
  const close = 'closedAt' in day ? day : null
  const print = async () => {
    const closed = close && {
      at: close.closedAt,
      by: nameOf(cashiers, { id: close.closedBy, other: texts.staff }),
    }
    const { number, openedAt } = day
    const slip = daySlip({ register, report: day, number, openedAt, closed })
    setNotice(await printSlip(slip, { session, register }))
  }
  return (
    <>
      <header class="title">
        <h2>{close ? texts.closeTitle(day.number) : texts.title}</h2>
        <span class={close ? 'pill good' : 'pill plain'}>
          <PosIcon name={close ? 'lock' : 'day'} />
          {close ? texts.closed : texts.open}
        </span>
        <div class="buttons">
          {!close && (
            <button type="button" class="main-button" onClick={onClose}>
              {texts.close}
            </button>
          )}
          <button type="button" class="quiet-button" onClick={() => void print()}>
            <PosIcon name="print" />
            {texts.print}
          </button>
          {close && (
            <button type="button" class="quiet-button" onClick={() => download(register, close)}>
              <PosIcon name="download" />
              {texts.csv}
            </button>
          )}
        </div>
      </header>
      <p role="status" class={notice ? '' : 'visually-hidden'}>
        {notice}
      </p>
    </>
  )
}

function download({ name }: Register, close: DayClose): void {
  const url = URL.createObjectURL(new Blob([toCsv(close)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name} ${close.number}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

type EarlierProps = { closes: readonly DayClose[]; onChoose(number: number): void }

function Earlier({ closes, onChoose }: EarlierProps) {
  if (closes.length === 0) return null
  return (
    <section class="earlier">
      <h3>{texts.earlier}</h3>
      <ul class="rows">
        {closes.map(({ number, openedAt, closedAt, received, sales }) => (
          <li key={number}>
            <button type="button" class="row-button" onClick={() => onChoose(number)}>
              <span class="q">{number}</span>
              <span class="t">
                <b>{texts.span(...formatSpan(openedAt, closedAt))}</b>
                <small class="soft">{texts.sales(sales)}</small>
              </span>
              <span class="money">{format.money(received, 'USD')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
