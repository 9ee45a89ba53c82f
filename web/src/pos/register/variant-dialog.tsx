import { posTexts as texts } from '../../core/texts/en-pos.js'
import { Dialog } from '../parts/dialog.js'
import { formatCents } from './format-cents.js'
import type { Tile } from './group-variants.js'
import { type Item, priceIn } from './use-catalog.js'

type Props = {
  tile: Tile
  currency: 'USD' | 'EUR'
  onChoose(item: Item): void
  onClose(): void
}

/** Lets the cashier choose a variant, such as a size. */
export function VariantDialog({ tile, currency, onChoose, onClose }: Props) {
  return (
    <Dialog title={texts.items.options(tile.name)} onClose={onClose}>
      <ul class="options">
        {tile.variants.map((item) => {
          const price = priceIn(item.prices, currency)
          return (
            <li key={item.id}>
              <button
                type="button"
                class="quiet-button"
                disabled={item.isSoldOut}
                onClick={() => onChoose(item)}
              >
                <span>{item.options.join(', ') || item.name}</span>
                <span class="money">
                  {item.isSoldOut ? texts.items.soldOut : formatCents(price.cents, price.currency)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
