import { useEffect, useRef } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { isEmpty } from '../sale/cart.js'
import { type Bill, toCents } from '../sale/quote.js'
import type { PosApi } from '../session/pos-api.js'
import type { Quoted } from './use-quote.js'
import type { Sale } from './use-sale.js'

type ShownLine = { label: string; qty: number; amount: number }
type Shown = { sale: { tip: number | null } | null }

const pollMs = 2_000

/**
 * Shows the sale on the customer display and at the fixed address of the register, and takes over
 * the tip that the buyer chooses there.
 */
export function useShownSale(
  api: PosApi,
  { sale, quoted, isActive }: { sale: Sale; quoted: Quoted; isActive: boolean },
): void {
  const { cart, charge } = sale
  const bill = charge?.receipt?.bill ?? (isEmpty(cart) ? null : quoted.bill)
  const receiptId = charge?.receipt?.id
  const isWaiting = !charge && !isEmpty(cart)
  const knownTip = useRef<number | null>(null)
  const sending = useRef(Promise.resolve())
  /** How many changes were sent, and how many of them have no answer yet. */
  const sent = useRef({ all: 0, open: 0 })

  const takeTip = ({ sale: shown }: Shown) => {
    const tip = shown?.tip ?? null
    if (tip === null || toCents(tip) === knownTip.current) return
    knownTip.current = toCents(tip)
    const cents = toCents(tip)
    sale.change((before) => ({ ...before, tip: cents > 0 ? { cents } : null }))
  }

  const shown = bill && {
    cart: {
      currency: bill.currency,
      total: (bill.totalCents - bill.tipCents) / 100,
      lines: linesOf(bill),
    },
    ...(receiptId !== undefined && { receiptId }),
  }
  const text = shown ? JSON.stringify(shown) : isEmpty(cart) && !charge ? 'cleared' : null
  const tipCents = bill?.tipCents ?? 0
  useEffect(() => {
    if (!isActive || text === null) return
    sent.current.all += 1
    sent.current.open += 1
    const send = async () => {
      if (!shown) {
        knownTip.current = null
        await api.put('/api/devices/sale', { cart: null })
        return
      }
      await api.put<Shown>('/api/devices/sale', shown)
      if (receiptId !== undefined || tipCents === (knownTip.current ?? 0)) return
      // The display shows the tip that the cashier has chosen.
      knownTip.current = tipCents
      await api.put('/api/devices/sale/tip', { tip: tipCents / 100 })
    }
    // One after the other, so that an older cart never replaces a newer one.
    sending.current = sending.current.then(send).then(() => {
      sent.current.open -= 1
    })
  }, [text, tipCents, isActive])

  useEffect(() => {
    if (!isActive || !isWaiting) return
    const timer = setInterval(async () => {
      const { all, open } = sent.current
      const current = await api.get<Shown>('/api/devices/sale')
      // While a change is on its way, the answer may have the tip before it.
      if (current.ok && open === 0 && all === sent.current.all) takeTip(current.body)
    }, pollMs)
    return () => clearInterval(timer)
  }, [isActive, isWaiting])
}

/** The price of the goods: the items and the discount. The display derives tax and fee from it. */
function linesOf({ goods, discountCents }: Bill): ShownLine[] {
  const lines = goods.map(({ label, qty, cents }) => ({
    label,
    qty: qty ?? 1,
    amount: cents / 100,
  }))
  if (discountCents === 0) return lines
  return [...lines, { label: texts.sale.discount, qty: 1, amount: discountCents / 100 }]
}
