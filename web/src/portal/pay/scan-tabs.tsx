import type { PortalReceipt } from '@tallystick/sdk'
import { useRef, useState } from 'preact/hooks'
import type { PaymentOption } from '../../api/payment-option.js'
import { formatExact } from '../../format/format-money.js'
import { QrCode } from '../../ui/qr-code.js'
import { type DrawnQr, useQr } from '../../ui/use-qr.js'

type Props = {
  payment: PortalReceipt['payment']
  option: PaymentOption
  pageUrl: string
  /** The code that the server rendered. */
  firstQr: DrawnQr | null
}

const tabs = ['Wallet app', 'Phone camera'] as const

/** Shows two QR codes: a payment request for wallet apps, and the page's address for phone cameras. */
export function ScanTabs({ payment, option, pageUrl, firstQr }: Props) {
  const [chosen, setChosen] = useState(0)
  const drawn = useQr(chosen === 0 ? option.uri : pageUrl, firstQr)
  const list = useRef<HTMLDivElement>(null)
  const what = `${formatExact(option.amount)} ${option.symbol} on ${payment.network.name}`

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
        aria-label="Scan with"
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
        <QrCode drawn={drawn} label={`Payment QR code: ${what}`} />
        <p>Scan with a wallet app. Before you confirm, check that it shows {what}.</p>
        <p>
          <a class="quiet-button" href={option.uri}>
            Open in a wallet app
          </a>
        </p>
      </div>
      <div role="tabpanel" id="scan-1" aria-labelledby="scan-tab-1" hidden={chosen !== 1}>
        <QrCode drawn={drawn} label="QR code for this page" />
        <p>Scan to open this page on your phone. To pay, open it in your wallet app's browser.</p>
      </div>
    </div>
  )
}
