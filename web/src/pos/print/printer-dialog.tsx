import { useState } from 'preact/hooks'
import { posTexts } from '../../core/texts/en-pos.js'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { PosIcon } from '../icons.js'
import { Dialog } from '../parts/dialog.js'
import { type Printing, printSlip } from './print-slip.js'
import {
  baudRates,
  isReachable,
  type PrinterSettings,
  printerWays,
  readPrinter,
  writePrinter,
} from './printer-settings.js'

const texts = reportTexts.printer

/** Sets up how this register prints. */
export function PrinterDialog({ onClose, ...printing }: Printing & { onClose(): void }) {
  const { session, register } = printing
  const [settings, setSettings] = useState(() => readPrinter(session.stored, register.id))
  const [notice, setNotice] = useState<string | null>(null)
  const { way, isAuto, baudRate } = settings
  const change = (update: Partial<PrinterSettings>) => {
    const next = { ...settings, ...update }
    setSettings(next)
    setNotice(null)
    writePrinter(session.stored, register.id, next)
  }
  const connect = async () => {
    if (way === 'page') return
    const { choosePrinter } = await import('./receipt-printer.js')
    setNotice((await choosePrinter(way)) ? texts.chosen : texts.notChosen)
  }
  const test = async () => {
    const slip = [
      { kind: 'title', text: register.name },
      { kind: 'rule' },
      { kind: 'center', text: reportTexts.paper.test },
    ] as const
    setNotice(await printSlip(slip, printing))
  }
  const ways = printerWays.filter(isReachable)
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p class="soft">{texts.text}</p>
      <fieldset class="options">
        <legend class="soft">{texts.way}</legend>
        {ways.map((value) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="way"
              checked={value === way}
              onChange={() => change({ way: value })}
            />
            <span>{texts.ways[value]}</span>
          </label>
        ))}
      </fieldset>
      {ways.length === 1 && <p class="soft small">{texts.unsupported}</p>}
      {way === 'serial' && (
        <label class="speed">
          <span>{texts.speed}</span>
          <select
            value={String(baudRate)}
            onChange={(event) => change({ baudRate: Number(event.currentTarget.value) })}
          >
            {baudRates.map((rate) => (
              <option key={rate}>{rate}</option>
            ))}
          </select>
        </label>
      )}
      {way !== 'page' && (
        <button type="button" class="quiet-button" onClick={() => void connect()}>
          {texts.connect}
        </button>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={isAuto}
          onChange={(event) => change({ isAuto: event.currentTarget.checked })}
        />
        <span>{texts.auto}</span>
      </label>
      <p class="soft">{texts.width(register.receiptWidth)}</p>
      <p role="status" class={notice ? '' : 'visually-hidden'}>
        {notice}
      </p>
      <button type="button" class="quiet-button" onClick={() => void test()}>
        <PosIcon name="print" />
        {texts.test}
      </button>
      <button type="button" class="main-button" onClick={onClose}>
        {posTexts.sale.done}
      </button>
    </Dialog>
  )
}
