import { shopTexts } from '../core/texts/en-shop.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { Logo, Paging, Pill, PoweredBy } from './frame.js'
import { ShopIcon } from './shop-icon.js'
import type { DirectoryView } from './view.js'

type Entry = DirectoryView['shops'][number]

/** All listed shops, with a search and filters. */
export function DirectoryPage({ view }: { view: DirectoryView }) {
  const { shops, page, totalPages, query } = view
  const texts = shopTexts.directory
  const isFiltered = query.q !== '' || query.category !== '' || query.isOpenOnly
  return (
    <>
      <a class="skip" href="#content">
        {shopTexts.skip}
      </a>
      {view.mode === 'sandbox' && <SandboxBar />}
      <header class="bar">
        <div class="in">
          <a class="brand" href="/">
            <img src="/assets/logo.svg" alt="" width="24" height="24" />
            {texts.brand}
          </a>
          <a class="plain" href="/console">
            {texts.openShop}
          </a>
        </div>
      </header>
      <main id="content" class="in">
        <div class="intro">
          <h1>{texts.heading}</h1>
          <p class="soft">{texts.text}</p>
        </div>
        <Filters view={view} />
        {isFiltered && shops.length > 0 && <p class="found soft">{texts.found(view.total)}</p>}
        {shops.length === 0 ? (
          <NoShops isFiltered={isFiltered} isPastEnd={view.total > 0} />
        ) : (
          <ul class="shops">
            {shops.map((shop) => (
              <ShopCard key={shop.slug} shop={shop} />
            ))}
          </ul>
        )}
        {shops.length > 0 && (
          <Paging
            page={page}
            totalPages={totalPages}
            href={(number) => addressOf(query, { page: number })}
          />
        )}
      </main>
      <footer class="foot">
        <div class="in">
          <PoweredBy />
        </div>
      </footer>
    </>
  )
}

function NoShops({ isFiltered, isPastEnd }: { isFiltered: boolean; isPastEnd: boolean }) {
  const texts = shopTexts.directory
  const [title, text] = isPastEnd
    ? [texts.pastEnd, texts.pastEndText]
    : isFiltered
      ? [texts.noMatch, texts.noMatchText]
      : [texts.empty, texts.emptyText]
  return (
    <div class="nothing">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {(isFiltered || isPastEnd) && (
        <a class="quiet-button" href="/shops">
          {texts.showAll}
        </a>
      )}
    </div>
  )
}

function Filters({ view: { query, categories } }: { view: DirectoryView }) {
  const texts = shopTexts.directory
  return (
    <div class="filter-box">
      <search>
        <form class="find large" action="/shops">
          <ShopIcon name="search" />
          <input
            type="search"
            name="q"
            value={query.q}
            maxLength={100}
            placeholder={texts.placeholder}
            aria-label={texts.search}
            enterkeyhint="search"
          />
          {query.category !== '' && <input type="hidden" name="category" value={query.category} />}
          {query.isOpenOnly && <input type="hidden" name="open" value="true" />}
        </form>
      </search>
      <nav class="filters" aria-label={texts.filters}>
        <a
          class="choice"
          href={addressOf(query, { isOpenOnly: !query.isOpenOnly })}
          aria-current={query.isOpenOnly ? 'true' : undefined}
        >
          {query.isOpenOnly && <ShopIcon name="tick" />}
          {texts.openNow}
        </a>
        {categories.map((category) => {
          const isChosen = query.category === category
          return (
            <a
              class="choice"
              key={category}
              href={addressOf(query, { category: isChosen ? '' : category })}
              aria-current={isChosen ? 'true' : undefined}
            >
              {isChosen && <ShopIcon name="tick" />}
              <bdi>{category}</bdi>
            </a>
          )
        })}
      </nav>
    </div>
  )
}

function ShopCard({ shop }: { shop: Entry }) {
  const { slug, name, text, logo, cover, categories, isOpen } = shop
  return (
    <li class="shop-card">
      {cover !== '' && (
        <img class="card-cover" src={cover} alt="" width="960" height="320" loading="lazy" />
      )}
      <div class="body">
        <Logo name={name} logo={logo} />
        <div>
          <h2>
            <a href={`/shop/${slug}`}>
              <bdi>{name}</bdi>
            </a>
          </h2>
          <p class="soft about-shop">
            <bdi>{text}</bdi>
          </p>
        </div>
        <p class="meta">
          {isOpen ? (
            <Pill tone="good" word={shopTexts.open} />
          ) : (
            <Pill tone="wait" word={shopTexts.closed} />
          )}
          {categories.length > 0 && <bdi class="note">{categories.join(', ')}</bdi>}
        </p>
      </div>
    </li>
  )
}

type Query = DirectoryView['query']

function addressOf(query: Query, change: Partial<Query> & { page?: number }): string {
  const { q, category, isOpenOnly, page = 1 } = { ...query, ...change }
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (category !== '') params.set('category', category)
  if (isOpenOnly) params.set('open', 'true')
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? '/shops' : `/shops?${params}`
}
