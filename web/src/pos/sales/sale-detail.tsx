import { useEffect, useRef, useState } from 'preact/hooks'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { format } from '../format.js'
import { PosIcon } from '../icons.js'
import { printSlip } from '../print/print-slip.js'
import { receiptSlip } from '../print/slips.js'
import { formatCents } from '../register/format-cents.js'
import { Totals } from '../register/totals.js'
import { readBill } from '../sale/quote.js'
import type { PosApi } from '../session/pos-api.js'
import { type NamedCashier, nameOf } from '../session/use-cashiers.js'
import type { Cashier, Register, Session } from '../session/use-session.js'
import { RefundDialog } from './refund-dialog.js'
import {
  fromUsdCents,
  isPaid,
  leftCents,
  methodOf,
  type SoldReceipt,
  stateOf,
} from './sold-receipt.js'
import { StatePill } from './state-pill.js'

const texts = reportTexts.sales
const refundTexts = reportTexts.refund

type Props = {
  session: Session
  register: Register
  cashier: Cashier
  receipt: SoldReceipt
  cashiers: readonly NamedCashier[] | null
  onChanged(): Promise<void>
  onBack(): void
}

/** Shows a sale as its receipt, with what can be done about it. */
export function SaleDetail(props: Props) {
  const { session, register, cashier, receipt, cashiers, onChanged, onBack } = props
  const [isRefunding, setRefunding] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the sale replaces the list.
  useEffect(() => heading.current?.focus(), [])
  const bill = readBill(receipt)
  const { currency, goods } = bill
  const method = usePaidWith(session.api, receipt)
  const seller = nameOf(cashiers, { id: receipt.soldBy, other: texts.staff })
  const mayRefund = cashier.rights.includes('refund') && isPaid(receipt) && leftCents(receipt) > 0
  const print = async () => {
    const slip = receiptSlip({
      register,
      id: receipt.receiptId,
      at: receipt.createdAt,
      cashier: seller,
      bill,
      method,
      refundedCents: fromUsdCents(receipt, Math.round((receipt.refundedUsd ?? 0) * 100)),
      isCopy: true,
    })
    setNotice(await printSlip(slip, { session, register }))
  }
  return (
    <article class="detail" aria-labelledby="sale-title">
      <button type="button" class="plain-button phone-only" onClick={onBack}>
        <PosIcon name="left" />
        {texts.back}
      </button>
      <div class="slip">
        <header>
          <h2 id="sale-title" ref={heading} tabIndex={-1} class="amount">
            {formatCents(bill.totalCents, currency)}
          </h2>
          <StatePill state={stateOf(receipt)} />
        </header>
        <p class="soft">
          {format.time(receipt.createdAt, 'local')} · {texts.soldBy(seller)}
        </p>
        <dl class="lines">
          {goods.map(({ label, cents, qty }, index) => (
            <div key={`${index}-${label}`}>
              <dt>{qty === null || qty === 1 ? label : `${qty} × ${label}`}</dt>
              <dd class="money">{formatCents(cents, currency)}</dd>
            </div>
          ))}
        </dl>
        <Totals bill={bill} />
        <dl class="lines soft">
          {method && (
            <div>
              <dt>{texts.paidWith}</dt>
              <dd>{method}</dd>
            </div>
          )}
          <div>
            <dt>{texts.number}</dt>
            <dd class="id">{receipt.receiptId}</dd>
          </div>
        </dl>
        <Refunds receipt={receipt} />
      </div>
      <div class="acts">
        <button type="button" class="quiet-button" onClick={() => void print()}>
          <PosIcon name="print" />
          {texts.print}
        </button>
        {mayRefund && (
          <button type="button" class="quiet-button" onClick={() => setRefunding(true)}>
            <PosIcon name="undo" />
            {refundTexts.start}
          </button>
        )}
      </div>
      <p role="status" class={notice ? '' : 'visually-hidden'}>
        {notice}
      </p>
      {isRefunding && (
        <RefundDialog
          api={session.api}
          receipt={receipt}
          cashier={cashier}
          onClose={() => setRefunding(false)}
          onRefunded={async (text) => {
            setRefunding(false)
            setNotice(text)
            await onChanged()
          }}
        />
      )}
    </article>
  )
}

function Refunds({ receipt }: { receipt: SoldReceipt }) {
  const { refunds } = receipt
  const currency = receipt.currency === 'EUR' ? 'EUR' : 'USD'
  const shown = refunds.filter(({ credit }) => !credit)
  if (shown.length === 0) return null
  return (
    <dl class="lines refunds">
      {shown.map(({ refundId, usd, buyer, confirmed, createdAt }) => {
        const cents = fromUsdCents(receipt, Math.round(usd * 100))
        const way = buyer === null ? refundTexts.inCash : refundTexts.waits
        return (
          <div key={refundId}>
            <dt>
              {refundTexts.recorded(formatCents(cents, currency))}
              <small class="soft">
                {format.time(createdAt, 'local')} · {confirmed ? refundTexts.sent : way}
              </small>
            </dt>
            <dd class="money">{formatCents(-cents, currency)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

type PaidIn = { currency: string; amount: number }

/** Returns what paid a sale, such as "12.50 USDC". The list of sales does not have it. */
function usePaidWith(api: PosApi, receipt: SoldReceipt): string | null {
  const method = methodOf(receipt)
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    if (method !== 'chain') return
    const load = async () => {
      const id = encodeURIComponent(receipt.receiptId)
      const paidIn = await api.get<PaidIn>(`/api/receipts/status?receiptId=${id}`)
      if (!paidIn.ok) return
      const { amount, currency } = paidIn.body
      setToken(`${format.token(String(amount))} ${currency}`)
    }
    void load()
  }, [receipt.receiptId, method])
  if (method === null) return null
  return method === 'chain' && token ? token : texts[method]
}
