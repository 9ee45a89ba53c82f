import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../ui/language.js'
import { useWallets } from '../ui/use-wallets.js'
import { Account } from './account/account.js'
import { PaymentFacts } from './after-payment/payment-facts.js'
import { RefundList } from './after-payment/refund-list.js'
import { ReturnLink } from './after-payment/return-link.js'
import { Subscription } from './after-payment/subscription.js'
import { SuccessScript } from './after-payment/success-script.js'
import { useReturn } from './after-payment/use-return.js'
import { ContactList } from './contact-list.js'
import { Footer } from './footer.js'
import { Header } from './header.js'
import { useClock, useClockOffset } from './live/use-clock.js'
import { useReceipt } from './live/use-receipt.js'
import { useSentPayment } from './live/use-sent-payment.js'
import { OrderSummary } from './order-summary/order-summary.js'
import { ReceiptLinks } from './order-summary/receipt-links.js'
import { PayPanel } from './pay/pay-panel.js'
import { Superseded } from './pay/superseded.js'
import { usePayment } from './pay/use-payment.js'
import { SandboxTile } from './sandbox/sandbox-tile.js'
import { canPay, canPayAgain, deriveStage, isSettling, type Stage } from './state/derive-stage.js'
import { describeTitle } from './state/describe-title.js'
import { ProgressRow } from './status/progress-row.js'
import { StatusLine } from './status/status-line.js'
import type { PortalView } from './view.js'

/** Stages in which the buyer can only go back to the shop. */
const endedStages: readonly Stage[] = [
  'paid',
  'expired',
  'sold_out',
  'closed',
  'refund_requested',
  'refunded',
]
/** Stages in which going back is one of several ways on. */
const stuckStages: readonly Stage[] = ['failed', 'unavailable', 'mismatch']

/** Stages in which the buyer may need the shop. */
const problemStages: readonly Stage[] = [
  ...stuckStages,
  'expired',
  'sold_out',
  'closed',
  'part_paid',
]

const loadEmbedder = () => import('./live/embedder.js')

/** Renders the payment page. */
export function PortalPage({ view }: { view: PortalView }) {
  const texts = useTexts()
  const clockOffsetMs = useClockOffset(view.now)
  const { api, receipt: reported, isLive, refresh } = useReceipt(view, clockOffsetMs)
  const { receipt, hasSent, addSent, release } = useSentPayment(reported, {
    clockOffsetMs,
    refresh,
  })
  const hasDeadline =
    receipt.expiresAt !== null ||
    receipt.payment.options.some(({ expiresAt }) => expiresAt !== null)
  const now = useClock(view.now, { clockOffsetMs, isTicking: hasDeadline && canPay(receipt) })
  const wallets = useWallets()
  const [chosen, setChosen] = useState(view.asset)
  const { hasJustPaid, ...returning } = useReturn(receipt, view.embedder)
  const payment = usePayment({
    api,
    receipt,
    clockOffsetMs,
    onSent: addSent,
    onReceived: (txHash) => void release(txHash),
    refresh,
  })
  const stage = deriveStage(receipt)
  const hasProblem = problemStages.includes(stage)
  const title = describeTitle(
    receipt,
    texts,
    payment.notice?.isUnknown === undefined && payment.notice !== null,
  )
  useEffect(() => {
    document.title = title
    if (view.embedder) void loadEmbedder().then((code) => code.tell(view, stage))
  }, [title, stage])

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
  const facts = <PaymentFacts receipt={receipt} />
  const links = <ReceiptLinks view={view} receipt={receipt} />

  return (
    <>
      <Header view={view} receipt={receipt} />
      <main class={isSettling(stage) ? 'settled' : ''}>
        <OrderSummary receipt={receipt} now={now} />
        <section class="card" aria-label={texts.page.payment}>
          <StatusLine receipt={receipt} notice={payment.notice} isLive={isLive} />
          <ProgressRow receipt={receipt} />
          {receipt.degraded && <p class="notice">{texts.page.delayed}</p>}
          {endedStages.includes(stage) && <ReturnLink {...returning} />}
          {stage === 'paid' && links}
          {!canPay(receipt) && facts}
          <Subscription receipt={receipt} />
          {hasJustPaid && <SuccessScript view={view} receipt={receipt} />}
          <RefundList receipt={receipt} />
          <Superseded receipt={receipt} phase={payment.phase} />
          {canPayAgain(receipt) ? <PayAgain>{panel}</PayAgain> : panel}
          {/* The ways to pay come first. */}
          {canPay(receipt) && facts}
          {stuckStages.includes(stage) && <ReturnLink {...returning} isQuiet />}
          {hasProblem && (
            <ContactList
              contact={receipt.contact}
              note={texts.contact.help(receipt.brandName || texts.page.theShop)}
            />
          )}
          <Account {...{ api, receipt, wallets, hasSent }} />
        </section>
        <div class="aside">
          {stage !== 'paid' && links}
          {view.mode === 'sandbox' && (
            <SandboxTile {...{ api, receipt }} symbol={chosen} failureCodes={view.failureCodes} />
          )}
          <Footer receipt={receipt} hasContacts={hasProblem} />
        </div>
      </main>
    </>
  )
}

/** Hides the panel behind a warning while a payment is on its way. */
function PayAgain({ children }: { children: ComponentChildren }) {
  const { pay } = useTexts()
  return (
    <details class="needs-script">
      <summary>{pay.notSent}</summary>
      <p class="note">{pay.notSentNote}</p>
      {children}
    </details>
  )
}
