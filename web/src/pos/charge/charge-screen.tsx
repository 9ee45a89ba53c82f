import { useEffect, useState } from 'preact/hooks'
import { formatCountdown } from '../../core/format/format-countdown.js'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { QrCode } from '../../ui/qr-code.js'
import { useQr } from '../../ui/use-qr.js'
import { format } from '../format.js'
import { PosIcon } from '../icons.js'
import { formatCents } from '../register/format-cents.js'
import type { Sale } from '../register/use-sale.js'
import type { Bill } from '../sale/quote.js'
import type { Connection } from '../session/use-connection.js'
import type { Cashier, Register, Session } from '../session/use-session.js'
import { keepAwake } from './attention.js'
import { CashDialog } from './cash-dialog.js'
import { type ChargeStage, describeCharge } from './describe-charge.js'
import type { Payment } from './follow-payment.js'
import { PaidScreen } from './paid-screen.js'
import { type ChargeState, chargeMs, useCharge } from './use-charge.js'

type Props = {
  session: Session
  register: Register
  cashier: Cashier
  connection: Connection
  sale: Sale
  onRefused(message: string): void
}

/** Charges: a QR code for the buyer until the money arrives, the time ends or the cashier cancels. */
export function ChargeScreen(props: Props) {
  const { session, sale, cashier, onRefused } = props
  const charge = useCharge(session.api, sale, onRefused)
  const receipt = sale.charge?.receipt ?? null
  useEffect(keepAwake, [])
  if (!receipt) return <Creating charge={charge} />

  const { bill } = receipt
  const stage: ChargeStage =
    sale.charge?.cash != null
      ? { kind: 'paid', overpaid: 0 }
      : describeCharge(charge.payment, bill.totalCents / 100)
  const newSale = () => sale.endCharge({ keepsCart: false })
  if (stage.kind === 'paid') {
    const cash = sale.charge?.cash ?? null
    const shown = { session, register: props.register, cashier, receipt, payment: charge.payment }
    return <PaidScreen {...shown} cash={cash} overpaid={stage.overpaid} onNewSale={newSale} />
  }
  if (charge.ended) return <Ended why={charge.ended} sale={sale} bill={bill} />
  return <Waiting {...props} charge={charge} stage={stage} receipt={receipt} />
}

function Creating({ charge }: { charge: ChargeState }) {
  return (
    <main class="stage" aria-busy="true">
      <p class="huge">{texts.charge.creating}</p>
      {charge.isUnanswered && <p role="status">{texts.charge.noAnswer}</p>}
    </main>
  )
}

function Ended({ why, sale, bill }: { why: 'expired' | 'canceled'; sale: Sale; bill: Bill }) {
  const back = () => sale.endCharge({ keepsCart: true })
  const again = () => {
    const body = sale.charge?.body
    back()
    if (body) sale.start(body)
  }
  return (
    <main class="stage">
      <PosIcon name="warn" />
      <h1>{why === 'expired' ? texts.charge.expired : texts.charge.canceled}</h1>
      <p class="huge soft">{formatCents(bill.totalCents, bill.currency)}</p>
      <p>{why === 'expired' ? texts.charge.expiredText : texts.charge.canceledText}</p>
      <button type="button" class="main-button narrow" onClick={again}>
        {texts.charge.again}
      </button>
      <button type="button" class="quiet-button narrow" onClick={back}>
        {texts.charge.backToSale}
      </button>
    </main>
  )
}

type WaitingProps = Props & {
  charge: ChargeState
  stage: ChargeStage
  receipt: NonNullable<NonNullable<Sale['charge']>['receipt']>
}

function Waiting({ charge, stage, receipt, connection, cashier }: WaitingProps) {
  const [isCash, setCash] = useState(false)
  const { bill, paymentUrl } = receipt
  const qr = useQr(paymentUrl, null)
  const due = charge.payment ? Math.round(charge.payment.payment.due * 100) : bill.totalCents
  const isEnding = charge.isCanceling
  return (
    <main class="stage charge-stage">
      <div class="side">
        <QrCode qr={qr} label={texts.charge.qr} />
        <div class="tell">
          <div>
            <p class="soft">{bill.tipCents > 0 ? texts.charge.totalWithTip : texts.charge.total}</p>
            <h1 class="huge">{formatCents(bill.totalCents, bill.currency)}</h1>
            <p class="soft">{describeWays(charge.payment)}</p>
          </div>
          <Status charge={charge} stage={stage} bill={bill} />
          {connection === 'offline' && (
            <p class="problem-text" role="alert">
              {texts.charge.offline}
            </p>
          )}
          {receipt.isDegraded && <p class="note">{texts.charge.degraded}</p>}
          {charge.problem && (
            <p class="problem-text" role="alert">
              {charge.problem}
            </p>
          )}
          <Summary bill={bill} />
          <div class="acts">
            {cashier.rights.includes('record_cash') && (
              <button
                type="button"
                class="quiet-button"
                disabled={isEnding}
                onClick={() => setCash(true)}
              >
                <PosIcon name="cash" />
                {texts.charge.cash}
              </button>
            )}
            <button type="button" class="quiet-button" disabled={isEnding} onClick={charge.cancel}>
              <PosIcon name="close" />
              {isEnding ? texts.charge.canceling : texts.charge.cancel}
            </button>
          </div>
        </div>
      </div>
      {isCash && (
        <CashDialog
          dueCents={due}
          currency={bill.currency}
          onClose={() => setCash(false)}
          onRecord={(cash) => {
            setCash(false)
            void charge.recordCash(cash)
          }}
        />
      )}
    </main>
  )
}

function describeWays(payment: Payment | null): string {
  const option = payment?.payment.options[0]
  if (!option) return ' '
  const amount = `${format.token(option.amount)} ${option.symbol}`
  return payment?.card ? texts.charge.orCard(amount) : texts.charge.payWith(amount)
}

function Status({ charge, stage, bill }: { charge: ChargeState; stage: ChargeStage; bill: Bill }) {
  const { title, text } = describeStage(stage, bill)
  return (
    <div class={`wait ${toneOf(stage)}`} role="status">
      <p class="row">
        <b>{title}</b>
        <span class="soft" aria-hidden="true">
          {texts.charge.left(formatCountdown(charge.secondsLeft * 1_000))}
        </span>
      </p>
      <progress
        class="left"
        aria-label={texts.charge.waiting}
        max={chargeMs / 1_000}
        value={charge.secondsLeft}
      />
      <p class="soft">{text}</p>
    </div>
  )
}

function toneOf({ kind }: ChargeStage): string {
  if (kind === 'seen') return 'good'
  return kind === 'waiting' ? '' : 'warn'
}

function describeStage(stage: ChargeStage, { currency }: Bill): { title: string; text: string } {
  const money = (amount: number) => format.money(amount, currency)
  switch (stage.kind) {
    case 'seen': {
      const { have, need } = stage
      const text = need > 1 ? texts.charge.confirming(have, need) : texts.charge.seenText
      return { title: texts.charge.seen, text }
    }
    case 'underpaid': {
      const text = texts.charge.underpaidText(money(stage.paid), money(stage.due))
      return { title: texts.charge.underpaid, text }
    }
    case 'failed':
      return { title: texts.charge.failed, text: stage.reason }
    case 'closed': {
      const names = format.list(stage.soldOut)
      return {
        title: texts.charge.failed,
        text: names ? texts.charge.soldOut(names) : texts.charge.blocked,
      }
    }
    default:
      return { title: texts.charge.waiting, text: texts.charge.scan }
  }
}

function Summary({ bill }: { bill: Bill }) {
  const { goods, taxCents, feeCents, tipCents, discountCents, currency } = bill
  const count = goods.reduce((sum, { qty }) => sum + (qty ?? 1), 0)
  const rows: [string, number][] = [
    [texts.charge.goods(count), goods.reduce((sum, { cents }) => sum + cents, 0)],
    [texts.sale.discount, discountCents],
    [texts.charge.taxAndFee, taxCents + feeCents],
    [texts.sale.tip, tipCents],
  ]
  return (
    <dl class="lines soft">
      {rows
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="money">{formatCents(cents, currency)}</dd>
          </div>
        ))}
    </dl>
  )
}
