import type { PortalReceipt } from '@tallystick/sdk'
import { useState } from 'preact/hooks'
import type { DrawnQr } from '../../ui/use-qr.js'
import type { Wallet } from '../../wallet/wallet.js'
import type { PortalApi } from '../live/portal-api.js'
import { canPay, canPayAgain } from '../state/derive-stage.js'
import { AmountDue } from './amount-due.js'
import { AssetPills } from './asset-pills.js'
import { HashForm } from './hash-form.js'
import { SendByHand } from './manual-payment.js'
import { ScanTabs } from './scan-tabs.js'
import { StalePrice } from './stale-price.js'
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

/** Every way to pay what is due. */
export function PayPanel(props: Props) {
  const { api, receipt, wallets, chosen, onChoose, onSent, onRefresh, pageUrl, now } = props
  const { phase, notice, pay, cancel } = props.payment
  const { payment } = receipt
  const [wantsGasless, setGasless] = useState(true)
  const option = payment.options.find(({ symbol }) => symbol === chosen) ?? payment.options[0]
  if (!option || !(canPay(receipt) || canPayAgain(receipt))) return null

  const hasGasless = payment.gasless?.tokens.some(({ symbol }) => symbol === option.symbol) ?? false
  const isGasless = hasGasless && wantsGasless
  const isStale = option.expiresAt !== null && option.expiresAt <= now
  return (
    <div class="pay">
      <AssetPills {...{ payment, onChoose, pageUrl }} chosen={option.symbol} />
      {isStale ? (
        <StalePrice symbol={option.symbol} onRefresh={onRefresh} />
      ) : (
        <AmountDue payment={payment} option={option} now={now} />
      )}
      <p role="alert" class={notice ? 'notice' : 'unseen'}>
        {notice?.text}
      </p>
      {hasGasless && wallets !== null && wallets.length > 0 && (
        <label class="choice needs-script">
          <input
            type="checkbox"
            checked={wantsGasless}
            onChange={() => setGasless(!wantsGasless)}
          />
          <span>Pay by signature, without a network fee</span>
        </label>
      )}
      {(!isStale || phase.kind === 'busy') && (
        <WalletButtons
          wallets={wallets}
          phase={phase}
          onPay={(wallet) => void pay(wallet, { option, isGasless })}
          onCancel={cancel}
        />
      )}
      {!isStale && (
        <>
          <h2 class="or needs-script">
            <span>or scan</span>
          </h2>
          <ScanTabs payment={payment} option={option} pageUrl={pageUrl} firstQr={props.firstQr} />
          <SendByHand payment={payment} option={option} />
        </>
      )}
      <HashForm api={api} onSent={onSent} />
    </div>
  )
}
