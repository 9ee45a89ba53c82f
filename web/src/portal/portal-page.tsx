import { useState } from 'preact/hooks'
import { AfterPayment } from './after/after-payment.js'
import { Account } from './done/account.js'
import { PaperLinks } from './done/paper-links.js'
import { RefundList } from './done/refund-list.js'
import { ReturnNote } from './done/return-note.js'
import { Header } from './header.js'
import { PayAgain } from './pay/pay-again.js'
import { PayPanel } from './pay/pay-panel.js'
import { SandboxTile } from './sandbox/sandbox-tile.js'
import { ReceiptSlip } from './slip/receipt-slip.js'
import { isAsked } from './state/is-asked.js'
import { canPayAgain, stageOf } from './state/stage-of.js'
import { NotchRow } from './status/notch-row.js'
import { StatusLine } from './status/status-line.js'
import { TransactionNote } from './status/transaction-note.js'
import { useAhead, useClock } from './use/use-clock.js'
import { usePayment } from './use/use-payment.js'
import { useReceipt } from './use/use-receipt.js'
import { useReturn } from './use/use-return.js'
import { useSent } from './use/use-sent.js'
import { useWallets } from './use/use-wallets.js'
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
