import { useEffect, useRef, useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { type Cart, goodsOf, isEmpty, type SaleBody, toSaleBody } from '../sale/cart.js'
import { type Bill, goodsCentsOf, readBill, type WireBill } from '../sale/quote.js'
import type { PosApi } from '../session/pos-api.js'

export type Quoted = {
  /** The quote of the service for the present cart, or null. */
  bill: Bill | null
  /** The last quote, which is shown until the next one arrives. */
  lastBill: Bill | null
  /** Why the service refuses the sale, for the cashier. */
  problem: string | null
  body: SaleBody
}

/** Waits for the next key before it asks. */
const pauseMs = 60

/** Asks the service for tax, fee and total whenever the cart changes. */
export function useQuote(api: PosApi, cart: Cart, { isActive }: { isActive: boolean }): Quoted {
  const [latest, setLatest] = useState<{ text: string; bill: Bill | null; problem: string | null }>(
    {
      text: '',
      bill: null,
      problem: null,
    },
  )
  const lastBill = useRef<Bill | null>(null)
  // Prices in another currency are known from the quote only.
  const goodsCents = goodsOf(cart) ?? (lastBill.current ? goodsCentsOf(lastBill.current) : 0)
  const body = toSaleBody(cart, { goodsCents, typedLabel: texts.sale.amount })
  const text = JSON.stringify(body)
  const isSold = !isEmpty(cart)

  useEffect(() => {
    if (!isSold) lastBill.current = null
    if (!isSold || !isActive) return
    let isWanted = true
    const timer = setTimeout(async () => {
      const quoted = await api.post<{ quote: WireBill }>('/api/receipts/terminal/quote', body)
      if (!isWanted) return
      if (quoted.ok) {
        const bill = readBill(quoted.body.quote)
        lastBill.current = bill
        setLatest({ text, bill, problem: null })
        return
      }
      const isRefused = quoted.status >= 400 && quoted.status < 500
      setLatest({ text, bill: null, problem: isRefused ? quoted.message : null })
    }, pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text, isActive, isSold])

  const isCurrent = isSold && latest.text === text
  return {
    bill: isCurrent ? latest.bill : null,
    lastBill: isSold ? lastBill.current : null,
    problem: isCurrent ? latest.problem : null,
    body,
  }
}
