import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useWallets } from '../wallet/use-wallets.js'
import { Account } from './account/account.js'
import { RefundList } from './after-payment/refund-list.js'
import { ReturnLink } from './after-payment/return-link.js'
import { SuccessScript } from './after-payment/success-script.js'
import { useReturn } from './after-payment/use-return.js'
import { ContactList } from './contact-list.js'
import { Header } from './header.js'
import { useClock, useClockOffset } from './live/use-clock.js'
import { useReceipt } from './live/use-receipt.js'
import { useSentPayment } from './live/use-sent-payment.js'
import { OrderSummary } from './order-summary/order-summary.js'
import { ReceiptLinks } from './order-summary/receipt-links.js'
import { PayPanel } from './pay/pay-panel.js'
import { usePayment } from './pay/use-payment.js'
import { SandboxTile } from './sandbox/sandbox-tile.js'
import { canPayAgain, deriveStage } from './state/derive-stage.js'
import { canFinishPaying } from './state/is-still-due.js'
import { ProgressRow } from './status/progress-row.js'
import { StatusLine } from './status/status-line.js'
import { TransactionNote } from './status/transaction-note.js'
import type { PortalView } from './view.js'

/** Renders the payment page. */
export function PortalPage({ view }: { view: PortalView }) {
  const clockOffsetMs = useClockOffset(view.now)
  const { api, receipt: reported, isLive, refresh } = useReceipt(view, clockOffsetMs)
  const { receipt, hasSent, addSent, release } = useSentPayment(reported, {
    clockOffsetMs,
    refresh,
  })
  const isTicking = receipt.payment.options.some(({ expiresAt }) => expiresAt !== null)
  const now = useClock(view.now, { clockOffsetMs, isTicking })
  const wallets = useWallets()
  const [chosen, setChosen] = useState(view.asset)
  const { hasJustPaid, ...returning } = useReturn(receipt)
  const payment = usePayment({
    api,
    receipt,
    clockOffsetMs,
    onSent: addSent,
    onReceived: (txHash) => void release(txHash),
    onFailed: () => void refresh(),
  })
  const stage = deriveStage(receipt)
  const { phase } = payment
  const isSuperseded =
    phase.kind === 'busy' &&
    phase.step !== 'relaying' &&
    !canFinishPaying(receipt, phase.attempt.sent)

  const panel = (
    <PayPanel
      {...{ api, receipt, wallets, chosen, now, payment }}
      onChoose={setChosen}
      onSent={addSent}
      onRefresh={() => void refresh()}
      pageUrl={view.pageUrl}
      firstQr={view.firstQr}
    />
  )

  return (
    <>
      <Header view={view} receipt={receipt} />
      <main>
        <section class="card" aria-label="Payment">
          <StatusLine receipt={receipt} isLive={isLive} />
          {stage !== 'refunded' && stage !== 'refund_requested' && (
            <ProgressRow receipt={receipt} />
          )}
          <TransactionNote receipt={receipt} />
          {receipt.degraded && <p class="notice">Confirmation may take longer than usual.</p>}
          {stage === 'paid' && <ReturnLink {...returning} />}
          {hasJustPaid && <SuccessScript view={view} receipt={receipt} />}
          <RefundList refunds={receipt.refunds} />
          <p role="alert" class={isSuperseded ? 'notice' : 'visually-hidden'}>
            {isSuperseded &&
              `${stage === 'sold_out' ? 'These items have just sold out.' : 'A payment was already detected.'} If your wallet still asks you to confirm, reject the request.`}
          </p>
          {canPayAgain(receipt) ? <PayAgain>{panel}</PayAgain> : panel}
          <Account {...{ api, receipt, wallets, hasSent }} />
        </section>
        <div class="aside">
          <OrderSummary receipt={receipt} />
          <ReceiptLinks view={view} />
          {view.mode === 'sandbox' && (
            <SandboxTile {...{ api, receipt }} symbol={chosen} failureCodes={view.failureCodes} />
          )}
        </div>
      </main>
      <footer class="foot">
        <ContactList contact={receipt.contact} />
        <p>
          Order <span class="id">{receipt.receiptId}</span>
        </p>
        <p>Powered by Tallystick. It never holds your money: payments can only go to the shop.</p>
      </footer>
    </>
  )
}

/** Hides the panel behind a warning while a payment is on its way. */
function PayAgain({ children }: { children: ComponentChildren }) {
  return (
    <details class="needs-script">
      <summary>My payment was not sent</summary>
      <p class="note">
        Pay again only if your first payment was not sent. If you pay twice, only the shop can
        refund you.
      </p>
      {children}
    </details>
  )
}
