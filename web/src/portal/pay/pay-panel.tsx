import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatExact } from '../../core/format/format-exact.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useTexts } from '../../ui/language.js'
import type { DrawnQr } from '../../ui/use-qr.js'
import type { PortalApi } from '../live/portal-api.js'
import { canPay, canPayAgain, hasPayment } from '../state/derive-stage.js'
import { AmountDue } from './amount-due.js'
import { AssetPills } from './asset-pills.js'
import { HashForm } from './hash-form.js'
import { ManualPayment } from './manual-payment.js'
import { ScanTabs } from './scan-tabs.js'
import type { Payment } from './use-payment.js'
import { WalletButtons } from './wallet-buttons.js'

type Props = {
  api: PortalApi
  receipt: PortalReceipt
  wallets: readonly Wallet[] | null
  chosen: string
  onChoose: (symbol: string) => void
  onSent: (txHash: string | null) => void
  onRefresh: () => void
  payment: Payment
  pageUrl: string
  firstQr: DrawnQr | null
  now: number
}

/** Offers every way to pay the amount due. */
export function PayPanel(props: Props) {
  const { api, receipt, wallets, chosen, onChoose, onSent, onRefresh, pageUrl, now } = props
  const { phase, notice, pay, cancel } = props.payment
  const texts = useTexts()
  const { payment } = receipt
  const [wantsGasless, setGasless] = useState(true)
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (notice) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  const option = payment.options.find(({ symbol }) => symbol === chosen) ?? payment.options[0]
  if (!option || !(canPay(receipt) || canPayAgain(receipt))) return null

  const hasGasless = payment.gasless?.tokens.some(({ symbol }) => symbol === option.symbol) ?? false
  const isGasless = hasGasless && wantsGasless
  const what = texts.scan.what(formatExact(option.amount), option.symbol, payment.network.name)
  const isExpired = option.expiresAt !== null && option.expiresAt <= now
  return (
    <div class="pay">
      <AssetPills {...{ payment, onChoose, pageUrl }} chosen={option.symbol} />
      {isExpired ? (
        <ExpiredQuote symbol={option.symbol} onRefresh={onRefresh} />
      ) : (
        <AmountDue receipt={receipt} option={option} now={now} />
      )}
      <p role="alert" class={notice ? 'notice' : 'visually-hidden'} ref={alert}>
        {notice?.text}
        {notice?.isUncharged && !hasPayment(receipt) && ` ${texts.failures.nothingCharged}`}
      </p>
      {hasGasless && wallets !== null && wallets.length > 0 && (
        <label class="choice needs-script">
          <input
            type="checkbox"
            checked={wantsGasless}
            onChange={() => setGasless(!wantsGasless)}
          />
          <span>{texts.pay.bySignature}</span>
        </label>
      )}
      {(!isExpired || phase.kind === 'busy') && (
        <WalletButtons
          wallets={wallets}
          phase={phase}
          onPay={(wallet) => void pay(wallet, { option, isGasless })}
          onCancel={cancel}
          pageUrl={pageUrl}
        />
      )}
      {!isExpired && (
        <div class="other-ways">
          <h2 class="or">
            <span>{texts.scan.or}</span>
          </h2>
          <details class="open-when-wide">
            <summary>{texts.scan.otherDevice}</summary>
            <ScanTabs option={option} what={what} pageUrl={pageUrl} firstQr={props.firstQr} />
          </details>
          <ManualPayment payment={payment} what={what} />
          <p>
            <a class="any-wallet" href={option.uri}>
              {texts.scan.anyWallet(what)}
            </a>
          </p>
        </div>
      )}
      <HashForm api={api} onSent={onSent} />
    </div>
  )
}

/** Replaces the amount of an expired quote. The page also requests a new quote automatically. */
function ExpiredQuote({ symbol, onRefresh }: { symbol: string; onRefresh: () => void }) {
  const { pay } = useTexts()
  return (
    <div class="due">
      <p role="status">{pay.quoteExpired(symbol)}</p>
      <p>
        <button type="button" class="quiet-button" onClick={onRefresh}>
          {pay.newQuote}
        </button>
      </p>
    </div>
  )
}
