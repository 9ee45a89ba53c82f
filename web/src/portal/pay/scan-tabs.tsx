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
  /** The code that came with the page. */
  firstQr: DrawnQr | null
}

const tabs = ['Wallet app', 'Phone camera'] as const

/** The two codes: one that wallets understand, and one that every phone does. */
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
        {tabs.map((tab, at) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`scan-tab-${at}`}
            aria-controls={`scan-${at}`}
            aria-selected={at === chosen}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => setChosen(at)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="scan-0" aria-labelledby="scan-tab-0" hidden={chosen !== 0}>
        <QrCode drawn={drawn} label={`Payment code: ${what}`} />
        <p>Scan it with a wallet app. Check that it says {what} before you confirm.</p>
        <p>
          <a class="quiet-button" href={option.uri}>
            Open in a wallet app
          </a>
        </p>
      </div>
      <div role="tabpanel" id="scan-1" aria-labelledby="scan-tab-1" hidden={chosen !== 1}>
        <QrCode drawn={drawn} label="Code of this page" />
        <p>
          Opens this page on your phone. There, open it in the browser of your wallet app to pay.
        </p>
      </div>
    </div>
  )
}
