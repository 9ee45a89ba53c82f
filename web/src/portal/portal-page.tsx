import { useState } from 'preact/hooks'
import { useWallets } from '../wallet/use-wallets.js'
import { Account } from './account/account.js'
import { RefundList } from './after-payment/refund-list.js'
import { ReturnNote } from './after-payment/return-link.js'
import { AfterPayment } from './after-payment/success-script.js'
import { useReturn } from './after-payment/use-return.js'
import { Header } from './header.js'
import { useAhead, useClock } from './live/use-clock.js'
import { useReceipt } from './live/use-receipt.js'
import { useSent } from './live/use-sent-payment.js'
import { ReceiptSlip } from './order-summary/order-summary.js'
import { PaperLinks } from './order-summary/receipt-links.js'
import { PayAgain } from './pay/pay-again.js'
import { PayPanel } from './pay/pay-panel.js'
import { usePayment } from './pay/use-payment.js'
import { SandboxTile } from './sandbox/sandbox-tile.js'
import { canPayAgain, stageOf } from './state/derive-stage.js'
import { isAsked } from './state/is-asked.js'
import { NotchRow } from './status/progress-row.js'
import { StatusLine } from './status/status-line.js'
import { TransactionNote } from './status/transaction-note.js'
import type { PortalView } from './view.js'

/** Where a buyer pays. */
export function PortalPage({ view }: { view: PortalView }) {
  const ahead = useAhead(view.now)
  const { api, receipt: told, isLive, refresh } = useReceipt(view, ahead)
  const { receipt, hasSent, noteSent, release } = useSent(told, { ahead, refresh })
  const isTicking = receipt.payment.options.some(({ expiresAt }) => expiresAt !== null)
  const now = useClock(view.now, { ahead, isTicking })
  const wallets = useWallets()
  const [chosen, setChosen] = useState(view.asset)
  const { hasJustPaid, ...way } = useReturn(receipt)
  const payment = usePayment({
    ...{ api, receipt, ahead },
    onSent: noteSent,
    onTold: (txHash) => void release(txHash),
    onDoubt: () => void refresh(),
  })
  const stage = stageOf(receipt)
  const { phase } = payment
  const isOvertaken =
    phase.kind === 'busy' && phase.step !== 'relaying' && !isAsked(receipt, phase.begun.sent)

  const panel = (
    <PayPanel
      {...{ api, receipt, wallets, chosen, now, payment }}
      onChoose={setChosen}
      onSent={noteSent}
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
          {stage !== 'refunded' && stage !== 'refund_requested' && <NotchRow receipt={receipt} />}
          <TransactionNote receipt={receipt} />
          {stage === 'paid' && <ReturnNote {...way} />}
          {hasJustPaid && <AfterPayment view={view} receipt={receipt} />}
          <RefundList refunds={receipt.refunds} />
          <p role="alert" class={isOvertaken ? 'notice' : 'unseen'}>
            {isOvertaken &&
              'A payment was seen already. If your wallet still asks, decline it there.'}
          </p>
          {canPayAgain(receipt) ? <PayAgain>{panel}</PayAgain> : panel}
          <Account {...{ api, receipt, wallets, hasSent }} />
        </section>
        <div class="aside">
          <ReceiptSlip receipt={receipt} />
          <PaperLinks view={view} />
          {view.mode === 'sandbox' && (
            <SandboxTile {...{ api, receipt }} symbol={chosen} failureCodes={view.failureCodes} />
          )}
        </div>
      </main>
      <footer class="foot">
        <p>
          Order <span class="id">{receipt.receiptId}</span>
        </p>
        <p>
          Powered by Tallystick. It never holds your money: what you pay can only go on to the shop.
        </p>
      </footer>
    </>
  )
}
