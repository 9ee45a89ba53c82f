import { shopTexts } from '../core/texts/en-shop.js'
import { english } from '../core/texts/language.js'
import { Money } from '../ui/money.js'
import { SlipEdge } from '../ui/slip-edge.js'
import { BuyerForm } from './buyer-form.js'
import { formatPrice, listWays, Picture, ShopFrame } from './frame.js'
import { ShopIcon } from './shop-icon.js'
import type { CartLine, CartView } from './view.js'

/** The cart: its lines, what the shop asks of the buyer, and the total with tax and fee. */
export function CartPage({ view }: { view: CartView }) {
  const { slug, lines } = view
  const texts = shopTexts.cartPage
  return (
    <ShopFrame view={view}>
      <main id="content" class="in">
        <a class="crumb" href={`/shop/${slug}`}>
          <ShopIcon name="left" />
          {shopTexts.item.back}
        </a>
        {Object.keys(view.invalid).length > 0 && <Problem>{texts.invalidTitle}</Problem>}
        {lines.length === 0 ? (
          <div class="nothing" id="cart" data-live>
            <h1>{texts.empty}</h1>
            <p class="soft">{texts.emptyText}</p>
            <a class="main-button narrow" href={`/shop/${slug}`}>
              {texts.toShop}
            </a>
          </div>
        ) : (
          <FullCart view={view} />
        )}
      </main>
    </ShopFrame>
  )
}

function FullCart({ view }: { view: CartView }) {
  return (
    <>
      <h1 class="title">{shopTexts.cartPage.title}</h1>
      <div class="two check">
        <div>
          <section class="sect" id="cart" data-live>
            <ul class="lines-of-cart">
              {view.lines.map((line) => (
                <Line key={line.sku} line={line} slug={view.slug} />
              ))}
            </ul>
          </section>
          <form id="checkout" method="post" action={`/shop/${view.slug}/checkout`} data-checkout>
            <BuyerForm view={view} />
          </form>
        </div>
        <div class="sticky" id="total" data-live>
          <Summary view={view} />
        </div>
      </div>
    </>
  )
}

function Line({ line, slug }: { line: CartLine; slug: string }) {
  const { sku, name, qty, amount, problem } = line
  const texts = shopTexts.cartPage
  return (
    <li class={problem ? 'gone' : undefined}>
      <Picture hash={line.picture} size={320} isEarly class="thumb" />
      <div>
        <p class="name">
          {problem === 'gone' ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={`/shop/${slug}/items/${encodeURIComponent(sku)}`}>
              <bdi>{name}</bdi>
            </a>
          )}
        </p>
        {line.variant !== '' && (
          <p class="note">
            <bdi>{line.variant}</bdi>
          </p>
        )}
        {problem && <p class="note bad">{texts[problem]}</p>}
      </div>
      {amount && <Money>{formatPrice(amount)}</Money>}
      <div class="ops">
        {problem === null && (
          <span class="step">
            <QtyButton
              line={line}
              slug={slug}
              qty={qty - 1}
              icon="minus"
              label={texts.less(name)}
            />
            <output aria-label={shopTexts.item.quantity}>{qty}</output>
            <QtyButton line={line} slug={slug} qty={qty + 1} icon="plus" label={texts.more(name)} />
          </span>
        )}
        <QtyButton line={line} slug={slug} qty={0} icon="bin" label={texts.remove(name)} />
      </div>
    </li>
  )
}

type ButtonProps = {
  line: CartLine
  slug: string
  qty: number
  icon: 'minus' | 'plus' | 'bin'
  label: string
}

function QtyButton({ line: { sku }, slug, qty, icon, label }: ButtonProps) {
  return (
    <form method="post" action={`/shop/${slug}/cart`} data-cart>
      <input type="hidden" name="op" value="set" />
      <input type="hidden" name="sku" value={sku} />
      <input type="hidden" name="qty" value={qty} />
      <button class={icon === 'bin' ? 'icon-button' : ''} type="submit" aria-label={label}>
        <ShopIcon name={icon} />
      </button>
    </form>
  )
}

function Summary({ view }: { view: CartView }) {
  const { quote, cart, problem, isOpen } = view
  const texts = shopTexts.cartPage
  if (quote === null) return <Problem>{problem ?? texts.nothingToOrder}</Problem>
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      <section class="slip" aria-label={texts.summary}>
        <p class="soft">{texts.total}</p>
        <p class="amount">
          <Money>{formatPrice(quote.total)}</Money> <small>{quote.total.currency}</small>
        </p>
        {quote.totalUsd !== null && (
          <p class="note">{texts.inDollars(english.format.money(quote.totalUsd, 'USD'))}</p>
        )}
        <dl class="sums">
          <div>
            <dt>{texts.items(cart.pieces)}</dt>
            <dd>
              <Money>{formatPrice(quote.itemsTotal)}</Money>
            </dd>
          </div>
          {quote.charges.map(({ label, amount }) => (
            <div class="soft" key={label}>
              <dt>{label}</dt>
              <dd>
                <Money>{formatPrice(amount)}</Money>
              </dd>
            </div>
          ))}
          <div class="whole">
            <dt>{texts.total}</dt>
            <dd>
              <Money>{formatPrice(quote.total)}</Money>
            </dd>
          </div>
        </dl>
        {isOpen ? (
          <>
            <div class="dock inline">
              <button class="main-button" type="submit" form="checkout">
                {texts.continue}
              </button>
            </div>
            <p class="note">{texts.next(listWays(view, texts.card))}</p>
          </>
        ) : (
          <p class="note">{texts.closed}</p>
        )}
        <SlipEdge />
      </section>
    </>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p class="problem-note" role="alert">
      {children}
    </p>
  )
}
