import { useEffect, useRef, useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { format } from '../format.js'
import { PosIcon } from '../icons.js'
import { formatCents } from '../register/format-cents.js'
import type { Cash, ChargedReceipt } from '../register/use-sale.js'
import type { Cashier, Register, Session } from '../session/use-session.js'
import { announcePaid } from './attention.js'
import type { Payment } from './follow-payment.js'

const nextSaleSeconds = 12

type Props = {
  session: Session
  register: Register
  cashier: Cashier
  receipt: ChargedReceipt
  payment: Payment | null
  cash: Cash | null
  overpaid: number
  onNewSale(): void
}

/** Says that the sale is paid: by color, the word, a sound and a vibration. */
export function PaidScreen(props: Props) {
  const { receipt, cash, overpaid, onNewSale } = props
  const { totalCents, currency } = receipt.bill
  const [seconds, setSeconds] = useState(nextSaleSeconds)
  const next = useRef<HTMLButtonElement>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const print = async () => setNotice(await printReceipt(props))
  useEffect(() => {
    announcePaid()
    // A reload shows this screen again.
    const { stored } = props.session
    const printed = stored.read(props.register.id, 'printed')?.['id']
    if (printed !== receipt.id && stored.read(props.register.id, 'printer')?.['isAuto'] === true) {
      stored.write(props.register.id, 'printed', { id: receipt.id })
      void print()
    }
    next.current?.focus()
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (seconds <= 0) onNewSale()
  }, [seconds])
  const changeCents = cash?.changeCents ?? 0
  return (
    <main class="stage win">
      <span class="mark">
        <PosIcon name="check" />
      </span>
      <h1 aria-live="polite">{texts.paid.title}</h1>
      <p class="huge">{formatCents(totalCents, currency)}</p>
      <p>{describePayment(props)}</p>
      {changeCents > 0 && (
        <p class="big-line">{texts.paid.change(formatCents(changeCents, currency))}</p>
      )}
      {overpaid > 0 && <p>{texts.paid.over(format.money(overpaid, currency))}</p>}
      {receipt.isDegraded && <p>{texts.charge.degraded}</p>}
      <div class="acts">
        <button ref={next} type="button" class="main-button" onClick={onNewSale}>
          {texts.paid.newSale}
        </button>
        <button type="button" class="quiet-button" onClick={() => void print()}>
          <PosIcon name="print" />
          {texts.paid.print}
        </button>
      </div>
      {notice && <p role="status">{notice}</p>}
      <p aria-hidden="true">{texts.paid.next(Math.max(0, seconds))}</p>
    </main>
  )
}

/** Prints the receipt. Returns a notice for the cashier, or null. */
async function printReceipt(props: Props): Promise<string | null> {
  const { session, register, cashier, receipt, payment, cash } = props
  // Most registers never print, so their page does not load it.
  const load = () => Promise.all([import('../print/print-slip.js'), import('../print/slips.js')])
  const loaded = await load().catch(() => null)
  if (!loaded) return texts.unreachable
  const [{ printSlip }, { receiptSlip }] = loaded
  const { id, createdAt: at, bill } = receipt
  const slip = receiptSlip({
    register,
    id,
    at,
    cashier: cashier.name,
    bill,
    method: methodOf(payment, cash) || null,
    ...cash,
  })
  return printSlip(slip, { session, register })
}

function describePayment({ payment, cash, receipt, cashier }: Props): string {
  const { tipCents, currency } = receipt.bill
  const tip = tipCents > 0 ? [texts.paid.tip(formatCents(tipCents, currency), cashier.name)] : []
  return [methodOf(payment, cash), ...tip].filter(Boolean).join(' · ')
}

function methodOf(payment: Payment | null, cash: Cash | null): string {
  if (cash !== null) return texts.paid.cash
  const received = payment?.payment.received[0]
  if (!received) return ''
  if (received.byCard) return texts.paid.card
  return `${format.token(received.amount)} ${received.symbol}`
}
