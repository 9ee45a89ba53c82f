import { useMutation, useQuery } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { QrCode } from '../../ui/qr-code.js'
import { useQr } from '../../ui/use-qr.js'
import { useFormats } from '../format/use-formats.js'
import { CopyButton } from '../parts/copy-button.js'
import { Icon } from '../parts/icon.js'
import { Pill } from '../parts/pill.js'
import { Problem } from '../parts/problem.js'
import { Failed } from '../parts/states.js'
import { type Receipt, standingOf, totalOf } from '../receipts/receipt.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

type WatchProps = { receiptId: string; onAnother(): void }

const looks = {
  waiting: 'wait',
  confirming: 'now',
  underpaid: 'warn',
  paid: 'good',
  failed: 'bad',
} as const

type Stage = keyof typeof looks

const pollMs = 2_000

/** Gives the link and the code of a payment, and follows it until it is paid. */
export function PaymentWatch({ receiptId, onAnother }: WatchProps) {
  const texts = useConsoleTexts().payment.watch
  const { api, membership } = useSession()
  const receipt = useQuery({
    queryKey: ['receipts', membership.wallet, 'one', receiptId],
    queryFn: ({ signal }) => {
      const path = { id: receiptId }
      return api.call('get', '/api/receipts/{id}', { path, signal })
    },
    refetchInterval: ({ state }) => (state.data && stageOf(state.data) === 'paid' ? false : pollMs),
  })
  if (receipt.isError && !receipt.data) {
    return <Failed error={receipt.error} onRetry={() => void receipt.refetch()} />
  }
  if (!receipt.data) return <div class="card payment-watch" aria-busy="true" />
  const { data } = receipt
  const stage = stageOf(data)
  return (
    <section class="card payment-watch" aria-label={texts.status}>
      <Amount receipt={data} stage={stage} />
      {stage !== 'paid' && <Invitation receipt={data} />}
      <div class="row">
        <Link
          class={stage === 'paid' ? 'button main' : 'button'}
          href={`/receipts/${encodeURIComponent(receiptId)}`}
        >
          <Icon name="receipt" />
          {texts.receipt}
        </Link>
        <button type="button" class="button" onClick={onAnother}>
          <Icon name="plus" />
          {texts.another}
        </button>
        {stage !== 'paid' && <TestBuyer receiptId={receiptId} onPaid={() => receipt.refetch()} />}
      </div>
    </section>
  )
}

function Amount({ receipt, stage }: { receipt: Receipt; stage: Stage }) {
  const texts = useConsoleTexts().payment.watch
  const formats = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  const { amount, currency } = totalOf(receipt)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="watch-head">
      <h2 class="money" ref={heading} tabIndex={-1}>
        {formats.money(amount, currency)}
      </h2>
      <div role="status">
        <Pill tone={looks[stage]} word={texts[stage]} />
        <p class="soft">{texts.text[stage]}</p>
      </div>
    </div>
  )
}

/** The ways to bring the buyer to the payment page. */
function Invitation({ receipt }: { receipt: Receipt }) {
  const texts = useConsoleTexts().payment.watch
  const formats = useFormats()
  const { paymentUrl, brandName } = receipt
  const { amount, currency } = totalOf(receipt)
  const total = formats.money(amount, currency)
  const qr = useQr(paymentUrl, null)
  // Only phones and some desktops have a share sheet.
  const mayShare = typeof navigator.share === 'function'
  const share = () =>
    // Rejects when the person closes the sheet.
    void navigator.share({ title: `${brandName} ${total}`, url: paymentUrl }).catch(() => {})
  return (
    <div class="watch-ways">
      <QrCode qr={qr} label={texts.qr(total)} />
      <div class="stack">
        <h3>{texts.link}</h3>
        <p class="watch-link">
          <code>{paymentUrl}</code>
          <CopyButton text={paymentUrl} label={texts.copy} />
        </p>
        <div class="row">
          {mayShare && (
            <button type="button" class="button main" onClick={share}>
              <Icon name="share" />
              {texts.share}
            </button>
          )}
          <a class="button" href={paymentUrl} target="_blank" rel="noreferrer">
            <Icon name="out" />
            {texts.open}
          </a>
        </div>
        <ButtonCode paymentUrl={paymentUrl} label={texts.buttonLabel(total)} />
      </div>
    </div>
  )
}

/** The code of a pay button, to paste into a page of the merchant's site. */
function ButtonCode({ paymentUrl, label }: { paymentUrl: string; label: string }) {
  const texts = useConsoleTexts().payment.watch
  const { origin } = new URL(paymentUrl)
  const link = paymentUrl.replaceAll('&', '&amp;')
  const code = `<script type="module" src="${origin}/pay-button.js"></script>
<tally-pay receipt="${link}"><a href="${link}">${label}</a></tally-pay>`
  return (
    <details class="watch-button">
      <summary>{texts.button}</summary>
      <div class="watch-link">
        <code>{code}</code>
        <CopyButton text={code} label={texts.copyButton} />
      </div>
      <p class="soft">{texts.buttonText}</p>
    </details>
  )
}

/** Pays in a sandbox, so that the way of a payment can be seen without a wallet. */
function TestBuyer({ receiptId, onPaid }: { receiptId: string; onPaid(): Promise<unknown> }) {
  const texts = useConsoleTexts().payment.watch
  const { api, view } = useSession()
  const pay = useMutation({
    mutationFn: () =>
      api.call('post', '/api/sandbox/pay', { body: { receiptId, scenario: 'exact' } }),
    onSuccess: onPaid,
  })
  if (view.mode !== 'sandbox') return null
  return (
    <>
      <button
        type="button"
        class="button quiet"
        disabled={pay.isPending}
        onClick={() => pay.mutate()}
      >
        {pay.isPending ? texts.paying : texts.testBuyer}
      </button>
      {pay.isError && <Problem error={pay.error} />}
    </>
  )
}

function stageOf(receipt: Receipt): Stage {
  const standing = standingOf(receipt)
  switch (standing) {
    case 'waiting':
    case 'confirming':
    case 'underpaid':
      return standing
    case 'paid':
    case 'part_refunded':
    case 'refund_requested':
    case 'refunded':
      return 'paid'
    case 'wrong':
    case 'expired':
    case 'canceled':
    case 'failed':
      return 'failed'
  }
}
