import { useState } from 'preact/hooks'
import { posTexts } from '../../core/texts/en-pos.js'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { PosIcon } from '../icons.js'
import { Dialog } from '../parts/dialog.js'
import { type Printing, printSlip } from './print-slip.js'
import { type PrinterSettings, readPrinter, writePrinter } from './printer-settings.js'

const texts = reportTexts.printer

/** Sets up how this register prints. */
export function PrinterDialog({ onClose, ...printing }: Printing & { onClose(): void }) {
  const { session, register } = printing
  const [settings, setSettings] = useState(() => readPrinter(session.stored, register.id))
  const [notice, setNotice] = useState<string | null>(null)
  const change = (update: Partial<PrinterSettings>) => {
    const next = { ...settings, ...update }
    setSettings(next)
    writePrinter(session.stored, register.id, next)
  }
  const test = async () => {
    const slip = [
      { kind: 'title', text: register.name },
      { kind: 'rule' },
      { kind: 'center', text: reportTexts.paper.test },
    ] as const
    setNotice(await printSlip(slip, printing))
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p class="soft">{texts.text}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.isAuto}
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
