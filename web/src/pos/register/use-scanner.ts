import { useRef } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { addItem } from '../sale/cart.js'
import { asksPrice, type Catalog, findByCode, labelOf } from './use-catalog.js'
import type { Sale } from './use-sale.js'
import { useWedge } from './use-wedge.js'

/** Adds scanned items to the sale. A scanner types its digits into the keypad, which forgets them. */
export function useScanner(input: {
  sale: Sale
  catalog: Catalog
  isActive: boolean
  onNotice(text: string): void
}): void {
  const { sale, catalog, isActive, onNotice } = input
  const typedBefore = useRef(0)
  useWedge({
    onStart: () => {
      typedBefore.current = sale.cart.typedCents
    },
    onCode: (code) => {
      if (!isActive) return
      const found = findByCode(catalog.items ?? [], code)
      // Only the cashier knows the price of an item without one.
      const item = found && asksPrice(found) ? null : found
      const typedCents = typedBefore.current
      const { currency } = sale.cart
      sale.change((cart) => {
        const restored = { ...cart, typedCents }
        if (!item) return restored
        const { id, sku } = item
        const cents = item.prices[currency] ?? null
        return addItem(restored, { id, sku, label: labelOf(item), cents })
      })
      // After the sale has changed, which clears an earlier notice.
      setTimeout(() => {
        if (!catalog.items) onNotice(texts.items.notLoaded)
        else if (!found) onNotice(texts.items.unknownCode(code))
        else onNotice(texts.items[item ? 'scanned' : 'noPrice'](labelOf(found)))
      })
    },
  })
}
