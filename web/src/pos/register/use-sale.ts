import { useEffect, useState } from 'preact/hooks'
import { type Cart, type Currency, isEmpty, newCart, type SaleBody } from '../sale/cart.js'
import type { Bill } from '../sale/quote.js'
import type { Stored } from '../session/stored.js'

/** A sale that was set aside. */
type ParkedSale = { cart: Cart; at: number }

/** The receipt of a charge, as the register needs it. */
export type ChargedReceipt = {
  id: string
  paymentUrl: string
  bill: Bill
  createdAt: number
  isDegraded: boolean
}

/** Cash of the buyer, in cents. The change is less than the rest if part of the sale was paid before. */
export type Cash = { givenCents: number; changeCents: number }

/** A charge that is under way. It survives a reload: the same key gives the same receipt. */
type Charge = {
  key: string
  body: SaleBody
  startedAt: number
  receipt: ChargedReceipt | null
  /** Once the cashier recorded it. */
  cash: Cash | null
}

type Kept = { cart: Cart; charge: Charge | null; parked: readonly ParkedSale[] }

export type Sale = Kept & {
  change(update: (cart: Cart) => Cart): void
  park(): void
  resume(index: number): void
  clear(): void
  setCurrency(currency: Currency): void
  start(body: SaleBody): void
  updateCharge(update: (charge: Charge) => Charge): void
  /** Ends the charge. With `keepsCart`, the sale comes back for another try. */
  endCharge(options: { keepsCart: boolean }): void
}

/** Manages the sale of a register. It is stored on the device, so that a reload keeps it. */
export function useSale(stored: Stored, registerId: string): Sale {
  const [kept, setKept] = useState<Kept>(() => readKept(stored, registerId))
  useEffect(() => stored.write(registerId, 'sale', kept), [kept])

  const change = (update: (cart: Cart) => Cart) =>
    setKept((state) => ({ ...state, cart: { ...update(state.cart), key: newKey() } }))
  return {
    ...kept,
    change,
    clear: () => change(({ currency }) => newCart(currency, newKey())),
    setCurrency: (currency) => change((cart) => ({ ...cart, currency })),
    park: () =>
      setKept((state) =>
        isEmpty(state.cart)
          ? state
          : {
              ...state,
              cart: newCart(state.cart.currency, newKey()),
              parked: [...state.parked, { cart: state.cart, at: Date.now() }],
            },
      ),
    resume: (index) =>
      setKept((state) => {
        const resumed = state.parked[index]
        if (!resumed) return state
        const others = state.parked.filter((_, place) => place !== index)
        const current = isEmpty(state.cart) ? [] : [{ cart: state.cart, at: Date.now() }]
        return { ...state, cart: resumed.cart, parked: [...others, ...current] }
      }),
    start: (body) =>
      setKept((state) => {
        if (state.charge) return state
        const { key } = state.cart
        const charge = { key, body, startedAt: Date.now(), receipt: null, cash: null }
        // Written before the request, so that a reload repeats it instead of charging again.
        stored.write(registerId, 'sale', { ...state, charge })
        return { ...state, charge }
      }),
    updateCharge: (update) =>
      setKept((state) => (state.charge ? { ...state, charge: update(state.charge) } : state)),
    endCharge: ({ keepsCart }) =>
      setKept((state) => ({
        ...state,
        charge: null,
        cart: keepsCart ? { ...state.cart, key: newKey() } : newCart(state.cart.currency, newKey()),
      })),
  }
}

function readKept(stored: Stored, registerId: string): Kept {
  const kept = stored.read(registerId, 'sale') as Kept | null
  return kept?.cart?.lines
    ? { cart: kept.cart, charge: kept.charge ?? null, parked: kept.parked ?? [] }
    : { cart: newCart('USD', newKey()), charge: null, parked: [] }
}

/** `crypto.randomUUID` exists on secure origins only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
