import { useRef, useState } from 'preact/hooks'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { useTexts } from '../../ui/language.js'
import { QrCode } from '../../ui/qr-code.js'
import { type DrawnQr, useQr } from '../../ui/use-qr.js'

type Props = {
  option: PaymentOption
  /** The amount, asset and network in words. */
  what: string
  pageUrl: string
  /** The code that the server rendered. */
  firstQr: DrawnQr | null
}

/** Shows two QR codes: a payment request for wallet apps, and the page's address for phone cameras. */
export function ScanTabs({ option, what, pageUrl, firstQr }: Props) {
  const { scan } = useTexts()
  const tabs = [scan.walletApp, scan.camera]
  const [chosen, setChosen] = useState(0)
  const drawn = useQr(chosen === 0 ? option.uri : pageUrl, firstQr)
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key]
    const target =
      { Home: 0, End: tabs.length - 1 }[event.key] ?? (step && (chosen + step) % tabs.length)
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
    list.current?.querySelectorAll('button')[target]?.focus()
  }

  return (
    <div class="scan">
      <div
        ref={list}
        role="tablist"
        aria-label={scan.with}
        class="tabs needs-script"
        onKeyDown={move}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`scan-tab-${index}`}
            aria-controls={`scan-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="scan-0" aria-labelledby="scan-tab-0" hidden={chosen !== 0}>
        <QrCode drawn={drawn} label={scan.paymentCode(what)} />
        <p>{scan.paymentNote(what)}</p>
      </div>
      <div role="tabpanel" id="scan-1" aria-labelledby="scan-tab-1" hidden={chosen !== 1}>
        <QrCode drawn={drawn} label={scan.pageCode} />
        <p>{scan.pageNote}</p>
      </div>
    </div>
  )
}
