import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { PosIcon } from '../icons.js'
import { AmountDialog } from '../parts/amount-dialog.js'
import { addAmount, addItem, countAll, countOf } from '../sale/cart.js'
import { ChargeButton, type ChargeProps } from './charge-button.js'
import { formatCents } from './format-cents.js'
import { groupVariants, type Tile } from './group-variants.js'
import {
  asksPrice,
  type Catalog,
  filterItems,
  type Item,
  labelOf,
  listCategories,
  priceIn,
} from './use-catalog.js'
import { VariantDialog } from './variant-dialog.js'

type Props = ChargeProps & { catalog: Catalog; onShowSale(): void }

/** Shows the items of the register, to find and tap. */
export function ItemGrid({ catalog, onShowSale, ...props }: Props) {
  const { sale } = props
  const { currency } = sale.cart
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const [priced, setPriced] = useState<Item | null>(null)
  const [chosen, setChosen] = useState<Tile | null>(null)
  const items = catalog.items ?? []
  const categories = listCategories(items)
  const tiles = groupVariants(filterItems(items, { query, category }))

  const add = (item: Item) => {
    setChosen(null)
    if (asksPrice(item)) return setPriced(item)
    const { id, sku } = item
    const cents = item.prices[currency] ?? null
    sale.change((cart) => addItem(cart, { id, sku, label: labelOf(item), cents }))
  }
  const clear = () => {
    setQuery('')
    setCategory(null)
  }
  const tap = (tile: Tile) => (tile.variants.length > 1 ? setChosen(tile) : add(tile.item))

  return (
    <section class="browse" aria-label={texts.items.grid}>
      <div class="seek">
        <label class="find">
          <PosIcon name="find" />
          <span class="visually-hidden">{texts.items.search}</span>
          <input
            type="search"
            placeholder={texts.items.search}
            value={query}
            autocomplete="off"
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        {categories.length > 0 && (
          <fieldset class="cats">
            <legend class="visually-hidden">{texts.items.category}</legend>
            {[null, ...categories].map((name) => (
              <label key={name ?? ''} class="choice">
                <input
                  type="radio"
                  name="category"
                  checked={name === category}
                  onChange={() => setCategory(name)}
                />
                <span>{name ?? texts.items.all}</span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
      {tiles.length > 0 ? (
        <ul class="tiles">
          {tiles.map((tile) => (
            <ItemTile key={tile.item.id} tile={tile} sale={sale} onTap={() => tap(tile)} />
          ))}
        </ul>
      ) : (
        <NoItems catalog={catalog} query={query} onClear={clear} />
      )}
      <div class="quick">
        <button type="button" class="quiet-button" onClick={onShowSale}>
          <PosIcon name="list" />
          {texts.sale.count(countAll(sale.cart))}
        </button>
        <ChargeButton {...props} />
      </div>
      {priced && (
        <AmountDialog
          title={texts.items.priceOf(priced.name)}
          format={(cents) => formatCents(cents, currency)}
          submit={texts.keypad.add}
          onClose={() => setPriced(null)}
          onSubmit={(cents) => {
            sale.change((cart) => addAmount(cart, { label: priced.name, cents }))
            setPriced(null)
          }}
        />
      )}
      {chosen && (
        <VariantDialog
          tile={chosen}
          currency={currency}
          onChoose={add}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}

function ItemTile({ tile, sale, onTap }: { tile: Tile; sale: ChargeProps['sale']; onTap(): void }) {
  const { item, variants } = tile
  const { currency } = sale.cart
  const count = variants.reduce((sum, { id }) => sum + countOf(sale.cart, id), 0)
  return (
    <li>
      <button
        type="button"
        class={count > 0 ? 'tile on' : 'tile'}
        disabled={tile.isSoldOut}
        onClick={onTap}
      >
        {item.image ? (
          <img src={item.image} alt="" loading="lazy" />
        ) : (
          <span class="no" aria-hidden="true">
            {[...tile.name][0]}
          </span>
        )}
        {count > 0 && (
          <span class="n">
            <span class="visually-hidden">{texts.items.inSale} </span>
            {count}
          </span>
        )}
        <span class="what">
          <b>{tile.name}</b>
          <small>{tile.isSoldOut ? texts.items.soldOut : describePrice(tile, currency)}</small>
        </span>
      </button>
    </li>
  )
}

function describePrice({ variants, item }: Tile, currency: 'USD' | 'EUR'): string {
  if (asksPrice(item)) return texts.items.askPrice
  const prices = variants.map(({ prices: known }) => priceIn(known, currency))
  const lowest = prices.toSorted((a, b) => a.cents - b.cents)[0]
  if (!lowest) return ''
  const shown = formatCents(lowest.cents, lowest.currency)
  return prices.some(({ cents }) => cents !== lowest.cents) ? texts.items.from(shown) : shown
}

type NoItemsProps = { catalog: Catalog; query: string; onClear(): void }

function NoItems({ catalog, query, onClear }: NoItemsProps) {
  if (catalog.items === null && !catalog.hasFailed) return <div class="tiles" aria-busy="true" />
  return (
    <div class="empty">
      {catalog.items === null && <p>{texts.items.failed}</p>}
      {catalog.items?.length === 0 && (
        <>
          <h2>{texts.items.empty}</h2>
          <p class="soft">{texts.items.emptyText}</p>
        </>
      )}
      {(catalog.items?.length ?? 0) > 0 && (
        <>
          <p>{texts.items.none(query)}</p>
          <button type="button" class="quiet-button" onClick={onClear}>
            {texts.items.clear}
          </button>
        </>
      )}
    </div>
  )
}
