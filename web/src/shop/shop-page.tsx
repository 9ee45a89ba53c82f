import { shopTexts } from '../core/texts/en-shop.js'
import { formatPrice, Paging, Picture, Pill, ShopFrame } from './frame.js'
import { ShopIcon } from './shop-icon.js'
import type { ItemCard, ShopView } from './view.js'

/** The items of a shop, with its categories and a search. */
export function ShopPage({ view }: { view: ShopView }) {
  const { slug, layout, query, items, page, totalPages } = view
  const isFiltered = query.q !== '' || query.category !== ''
  const hasChoices = (layout.showCategories && view.categories.length > 0) || layout.showSearch
  // There is nothing to search in an empty shop.
  const hasTools = hasChoices && (items.length > 0 || isFiltered)
  const href = (number: number) => addressOf(slug, { ...query, page: number })
  return (
    <ShopFrame view={view} hasDock>
      {view.cover !== '' && (
        <img class="cover" src={view.cover} alt="" width="960" height="320" fetchpriority="high" />
      )}
      <main id="content">
        <div class="in intro">
          <h1>
            <bdi>{view.tagline || view.name}</bdi>
          </h1>
          {view.description !== '' && (
            <p class="soft lines">
              <bdi>{view.description}</bdi>
            </p>
          )}
          {view.isOpen && (
            <p class="meta">
              <Pill tone="good" word={shopTexts.open} />
            </p>
          )}
        </div>
        {hasTools && <Tools view={view} />}
        {query.q !== '' && items.length > 0 && (
          <p class="in found soft">{shopTexts.shop.found(view.total, query.q)}</p>
        )}
        {items.length === 0 ? <NoItems view={view} /> : <Shelf view={view} back={href(page)} />}
        {items.length > 0 && <Paging page={page} totalPages={totalPages} href={href} />}
      </main>
    </ShopFrame>
  )
}

function Tools({ view: { slug, layout, categories, query } }: { view: ShopView }) {
  const texts = shopTexts.shop
  return (
    <div class="tools">
      <div class="in">
        {layout.showCategories && categories.length > 0 && (
          <nav class="cats" aria-label={texts.categories}>
            <a href={`/shop/${slug}`} aria-current={query.category === '' ? 'page' : undefined}>
              {texts.all}
            </a>
            {categories.map((category) => (
              <a
                key={category}
                href={addressOf(slug, { q: '', category, page: 1 })}
                aria-current={query.category === category ? 'page' : undefined}
              >
                <bdi>{category}</bdi>
              </a>
            ))}
          </nav>
        )}
        {layout.showSearch && (
          <search>
            <form class="find" action={`/shop/${slug}`}>
              <ShopIcon name="search" />
              <input
                type="search"
                name="q"
                value={query.q}
                maxLength={100}
                placeholder={texts.searchShort}
                aria-label={texts.search}
                enterkeyhint="search"
              />
              {query.category !== '' && (
                <input type="hidden" name="category" value={query.category} />
              )}
            </form>
          </search>
        )}
      </div>
    </div>
  )
}

function Shelf({ view, back }: { view: ShopView; back: string }) {
  return (
    <ul class={`in shelf ${view.layout.mode}`} aria-label={shopTexts.shop.items}>
      {view.items.map((item, index) => (
        <Card key={item.sku} item={item} view={view} back={back} isEarly={index < 4} />
      ))}
    </ul>
  )
}

type CardProps = { item: ItemCard; view: ShopView; back: string; isEarly: boolean }

function Card({ item, view: { slug, isOpen }, back, isEarly }: CardProps) {
  const texts = shopTexts.item
  const { sku, name, variant, price, isFrom, hasVariants, inStock } = item
  const canAdd = isOpen && inStock && price !== null && !hasVariants
  return (
    <li class={inStock ? 'good-item' : 'good-item gone'}>
      <Picture hash={item.picture} size={320} isEarly={isEarly} />
      <div class="about">
        <h2>
          <a href={`/shop/${slug}/items/${encodeURIComponent(sku)}`}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        {variant !== '' && !hasVariants && (
          <p class="note">
            <bdi>{variant}</bdi>
          </p>
        )}
        <p class="soft">{describePrice(price, isFrom)}</p>
      </div>
      {!inStock && <Pill tone="wait" word={texts.soldOut} />}
      {hasVariants && inStock && <p class="note">{texts.choose}</p>}
      {canAdd && (
        <form method="post" action={`/shop/${slug}/cart`} data-cart>
          <input type="hidden" name="op" value="add" />
          <input type="hidden" name="sku" value={sku} />
          <input type="hidden" name="back" value={back} />
          <button class="add" type="submit" aria-label={texts.add(name)}>
            <ShopIcon name="plus" />
          </button>
        </form>
      )}
    </li>
  )
}

function describePrice(price: ItemCard['price'], isFrom: boolean): string {
  if (price === null) return shopTexts.item.noPrice
  return isFrom ? shopTexts.item.from(formatPrice(price)) : formatPrice(price)
}

function NoItems({ view: { slug, query, total } }: { view: ShopView }) {
  const texts = shopTexts.shop
  const isFiltered = query.q !== '' || query.category !== ''
  const [title, text] =
    total > 0
      ? [texts.pastEnd, texts.pastEndText]
      : isFiltered
        ? [texts.noMatch, texts.noMatchText]
        : [texts.empty, texts.emptyText]
  return (
    <div class="in nothing">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {(isFiltered || total > 0) && (
        <a class="quiet-button" href={`/shop/${slug}`}>
          {texts.showAll}
        </a>
      )}
    </div>
  )
}

function addressOf(
  slug: string,
  { q, category, page }: { q: string; category: string; page: number },
): string {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  if (category !== '') query.set('category', category)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? `/shop/${slug}` : `/shop/${slug}?${query}`
}
