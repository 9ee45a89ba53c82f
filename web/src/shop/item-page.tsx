import { shopTexts } from '../core/texts/en-shop.js'
import { Money } from '../ui/money.js'
import { formatPrice, listWays, Picture, Pill, ShopFrame } from './frame.js'
import { ShopIcon } from './shop-icon.js'
import type { ItemView, VariantChoice } from './view.js'

/** An item of a shop, with its pictures and the form that adds it to the cart. */
export function ItemPage({ view }: { view: ItemView }) {
  const { slug, item } = view
  const back =
    item.category === ''
      ? `/shop/${slug}`
      : `/shop/${slug}?category=${encodeURIComponent(item.category)}`
  return (
    <ShopFrame view={view}>
      <main id="content" class="in">
        <a class="crumb" href={back}>
          <ShopIcon name="left" />
          <bdi>{item.category || shopTexts.item.back}</bdi>
        </a>
        <div class="two">
          <Pictures item={item} />
          <div class="buy">
            <div>
              <h1>
                <bdi>{item.name}</bdi>
              </h1>
              <PriceLine view={view} />
            </div>
            {item.description !== '' && (
              <p class="lines">
                <bdi>{item.description}</bdi>
              </p>
            )}
            {view.options.map((group) => (
              <Options key={group.name} slug={slug} {...group} />
            ))}
            <Purchase view={view} />
            <Facts view={view} />
          </div>
        </div>
      </main>
    </ShopFrame>
  )
}

function Pictures({ item: { pictures, name } }: Pick<ItemView, 'item'>) {
  const [first = null, ...others] = pictures
  const photo = <Picture hash={first} size={960} isEarly class="photo" alt={first ? name : ''} />
  if (others.length === 0) return <div class="pictures">{photo}</div>
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls.
    <section class="pictures" aria-label={shopTexts.item.pictures} tabIndex={0}>
      {photo}
      {others.map((hash, index) => (
        <Picture
          key={hash}
          hash={hash}
          size={960}
          isEarly={false}
          class="photo"
          alt={shopTexts.item.picture(index + 2)}
        />
      ))}
    </section>
  )
}

function PriceLine({ view: { item } }: { view: ItemView }) {
  const texts = shopTexts.item
  if (item.price === null) return <p class="price soft">{texts.noPrice}</p>
  const { includesTax } = item
  const tax = includesTax === null ? texts.noTax : includesTax ? texts.withTax : texts.plusTax
  return (
    <p class="price">
      <Money>{formatPrice(item.price)}</Money> <small>{tax}</small>
    </p>
  )
}

type OptionsProps = { slug: string; name: string; choices: readonly VariantChoice[] }

function Options({ slug, name, choices }: OptionsProps) {
  return (
    <nav aria-label={name}>
      <p class="legend">
        <bdi>{name}</bdi>
      </p>
      <ul class="opts">
        {choices.map(({ sku, label, price, inStock, isChosen }) => (
          <li key={sku}>
            <a
              class={inStock ? 'choice' : 'choice sold'}
              href={`/shop/${slug}/items/${encodeURIComponent(sku)}`}
              aria-current={isChosen ? 'true' : undefined}
            >
              <bdi>{label}</bdi>
              {!inStock ? (
                <small>{shopTexts.item.soldOut}</small>
              ) : (
                price && <small>{formatPrice(price)}</small>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Purchase({ view: { slug, item, isOpen } }: { view: ItemView }) {
  const texts = shopTexts.item
  if (!item.inStock) {
    return (
      <p>
        <Pill tone="wait" word={texts.soldOut} /> <span class="soft">{texts.soldOutText}</span>
      </p>
    )
  }
  if (!isOpen || item.price === null) return null
  return (
    <form class="purchase" method="post" action={`/shop/${slug}/cart`} data-cart>
      <input type="hidden" name="op" value="add" />
      <input type="hidden" name="sku" value={item.sku} />
      <input
        type="hidden"
        name="back"
        value={`/shop/${slug}/items/${encodeURIComponent(item.sku)}`}
      />
      <div class="row">
        <label class="legend" for="qty">
          {texts.quantity}
        </label>
        <span class="step">
          <button class="needs-script" type="button" data-step="-1" aria-label={texts.less}>
            <ShopIcon name="minus" />
          </button>
          <input
            id="qty"
            name="qty"
            type="number"
            inputmode="numeric"
            min="1"
            max="999"
            step="1"
            value="1"
            required
          />
          <button class="needs-script" type="button" data-step="1" aria-label={texts.more}>
            <ShopIcon name="plus" />
          </button>
        </span>
      </div>
      <div class="dock inline">
        <button class="main-button" type="submit">
          <ShopIcon name="bag" />
          {texts.addToCart}
        </button>
      </div>
    </form>
  )
}

function Facts({ view }: { view: ItemView }) {
  const { item } = view
  const texts = shopTexts.item
  return (
    <dl class="specs">
      <div>
        <dt>{texts.availability}</dt>
        <dd>{item.inStock ? texts.inStock : texts.soldOut}</dd>
      </div>
      <div>
        <dt>{texts.payBy}</dt>
        <dd>{listWays(view, texts.card)}</dd>
      </div>
      <div>
        <dt>{texts.sku}</dt>
        <dd>
          <bdi>{item.sku}</bdi>
        </dd>
      </div>
    </dl>
  )
}
