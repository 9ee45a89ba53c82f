import type { PortalReceipt } from '@tallystick/sdk'
import { useState } from 'preact/hooks'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useLanguage, useTexts } from '../../ui/language.js'
import type { DrawnQr } from '../../ui/use-qr.js'
import { CardPayment } from '../card/card-payment.js'
import type { PortalApi } from '../live/portal-api.js'
import { canPay, canPayAgain } from '../state/derive-stage.js'
import { AmountDue } from './amount-due.js'
import { AssetPills } from './asset-pills.js'
import { HashForm } from './hash-form.js'
import { ManualPayment } from './manual-payment.js'
import { ScanCode } from './scan-code.js'
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
  const { phase, pay, cancel } = props.payment
  const { texts, format } = useLanguage()
  const { payment } = receipt
  const [wantsGasless, setGasless] = useState(true)
  const option = payment.options.find(({ symbol }) => symbol === chosen) ?? payment.options[0]
  if (!option || !(canPay(receipt) || canPayAgain(receipt))) return null

  const hasWallets = wallets !== null && wallets.length > 0
  const hasGasless = payment.gasless?.tokens.some(({ symbol }) => symbol === option.symbol) ?? false
  const isGasless = hasGasless && wantsGasless
  const { symbol, uri } = option
  const what = texts.scan.what(format.token(option.amount), symbol, payment.network.name)
  const isExpired = option.expiresAt !== null && option.expiresAt <= now
  return (
    <div class="pay">
      {phase.kind === 'idle' && <CardPayment api={api} receipt={receipt} />}
      <AssetPills {...{ payment, onChoose, pageUrl }} chosen={symbol} />
      {isExpired ? (
        <ExpiredQuote symbol={symbol} onRefresh={onRefresh} />
      ) : (
        <AmountDue receipt={receipt} option={option} now={now} />
      )}
      {hasGasless && hasWallets && (
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
          isQuiet={receipt.card !== null}
        />
      )}
      <div class="other-ways">
        {/* Hidden instead of removed, so that the buyer finds it again as it was. */}
        <div hidden={isExpired}>
          {/* Without a wallet in this browser, the code is the main way on a computer. */}
          <details class={hasWallets ? 'more' : 'more open-when-wide'}>
            <summary>{texts.scan.otherDevice}</summary>
            <ScanCode option={option} what={what} pageUrl={pageUrl} firstQr={props.firstQr} />
          </details>
          <ManualPayment payment={payment} what={what} uri={uri} />
        </div>
        <HashForm api={api} onSent={onSent} />
      </div>
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
