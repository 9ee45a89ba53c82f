import type { ComponentChildren } from 'preact'
import { shopTexts } from '../core/texts/en-shop.js'
import { english } from '../core/texts/language.js'
import { Money } from '../ui/money.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { ShopIcon } from './shop-icon.js'
import type { Price, ShopFrameView } from './view.js'

/** Formats a price. */
export function formatPrice({ amount, currency }: Price): string {
  return english.format.money(amount, currency)
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

type Ways = { tokens: readonly string[]; acceptsCard: boolean }

/** Lists the ways to pay, such as "card, USDC or ETH". */
export function listWays({ tokens, acceptsCard }: Ways, card: string): string {
  return alternatives.format([...(acceptsCard ? [card] : []), ...tokens])
}

type Props = {
  view: ShopFrameView
  /** Whether phones show the way to the cart at the lower edge. */
  hasDock?: boolean
  children: ComponentChildren
}

/** The header and footer around every page of a shop. Parts with `data-live` follow the cart. */
export function ShopFrame({ view, hasDock = false, children }: Props) {
  const { slug, cart, notice, name } = view
  return (
    <>
      <a class="skip" href="#content">
        {shopTexts.skip}
      </a>
      {view.mode === 'sandbox' && <SandboxBar />}
      <header class="bar top">
        <div class="in">
          <a class="brand" href={`/shop/${slug}`}>
            <Logo name={name} logo={view.logo} />
            <bdi>{name}</bdi>
          </a>
          {hasContact(view) && (
            <a class="plain contact-link" href="#contact">
              {shopTexts.contact}
            </a>
          )}
          <a class="quiet-button cart-link" href={`/shop/${slug}/cart`}>
            <ShopIcon name="bag" />
            <span id="cart-count" data-live>
              <span class="visually-hidden">{shopTexts.cart(cart.pieces)}</span>
              <span aria-hidden="true">{shopTexts.cartWord}</span>
              {cart.pieces > 0 && (
                <span class="count" aria-hidden="true">
                  {cart.pieces}
                </span>
              )}
            </span>
          </a>
        </div>
      </header>
      <div id="notice" class="notice" role="status" data-live>
        {notice && (
          <p class={`in ${notice === 'full' ? 'warn' : 'good'}`}>
            {shopTexts.notices[notice]} <a href={`/shop/${slug}/cart`}>{shopTexts.cartWord}</a>
          </p>
        )}
      </div>
      {!view.isOpen && (
        <p class="closed">
          <span class="in">
            <strong>{shopTexts.closed}.</strong>{' '}
            <bdi>{view.closedNote || shopTexts.closedText}</bdi>
          </span>
        </p>
      )}
      {children}
      {hasDock && (
        <div id="dock" data-live>
          {cart.pieces > 0 && (
            <aside class="dock" aria-label={shopTexts.cartWord}>
              <a class="main-button spread" href={`/shop/${slug}/cart`}>
                <span>{shopTexts.viewCart(cart.pieces)}</span>
                {cart.subtotal && <Money>{formatPrice(cart.subtotal)}</Money>}
              </a>
            </aside>
          )}
        </div>
      )}
      <ShopFooter view={view} />
    </>
  )
}

/** Shows the logo of a shop, or the first letter of its name. */
export function Logo({ name, logo }: { name: string; logo: string }) {
  if (logo !== '') return <img class="logo" src={logo} alt="" width="36" height="36" />
  return (
    <span class="logo monogram" aria-hidden="true">
      {[...name][0]}
    </span>
  )
}

function ShopFooter({ view }: { view: ShopFrameView }) {
  const { email, phone, url, returnPolicyUrl, termsUrl, privacyUrl } = view.contact
  const links = [
    email && { href: `mailto:${email}`, text: email },
    phone && { href: `tel:${phone.replace(/[^\d+]/g, '')}`, text: phone },
    url && { href: url, text: shopTexts.contact },
    returnPolicyUrl && { href: returnPolicyUrl, text: shopTexts.returns },
    termsUrl && { href: termsUrl, text: shopTexts.terms },
    privacyUrl && { href: privacyUrl, text: shopTexts.privacy },
  ].filter((link) => link !== '')
  return (
    <footer class="foot" id="contact">
      <div class="in">
        {links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
        {view.hasDirectory && <a href="/shops">{shopTexts.allShops}</a>}
        <PoweredBy />
      </div>
    </footer>
  )
}

function hasContact({ contact: { email, phone, url } }: ShopFrameView): boolean {
  return email !== '' || phone !== '' || url !== ''
}

/** Names the product at the end of a page. */
export function PoweredBy() {
  return (
    <span class="by">
      <img src="/assets/logo.svg" alt="" width="16" height="16" />
      {shopTexts.poweredBy}
    </span>
  )
}

/** Shows a status by icon, word and color. */
export function Pill({ tone, word }: { tone: 'good' | 'wait'; word: string }) {
  return (
    <span class={`pill ${tone}`}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={
            tone === 'good'
              ? 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2.75 6.25 2 2 3.5-4'
              : 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2 4 4 4m0-4-4 4'
          }
        />
      </svg>
      {word}
    </span>
  )
}

/** Shows a picture of our media store in a square, or a place without one. */
export function Picture(props: {
  hash: string | null
  size: 320 | 960
  isEarly: boolean
  alt?: string
  class?: string
}) {
  const { hash, size, isEarly, alt = '', class: name } = props
  if (hash === null) {
    return (
      <span class={`no-picture ${name ?? ''}`}>
        <ShopIcon name="picture" />
      </span>
    )
  }
  return (
    <img
      class={name}
      src={`/media/${hash}/${size}.webp`}
      srcset={`/media/${hash}/320.webp 320w, /media/${hash}/960.webp 960w`}
      sizes={size === 960 ? '(min-width: 48rem) 33rem, 100vw' : '(min-width: 48rem) 16rem, 50vw'}
      alt={alt}
      width={size}
      height={size}
      loading={isEarly ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}

/** Links to the pages before and after. */
export function Paging(props: {
  page: number
  totalPages: number
  href: (page: number) => string
}) {
  const { page, totalPages, href } = props
  if (totalPages <= 1) return null
  const { label, previous, next, current } = shopTexts.pages
  return (
    <nav class="paging in" aria-label={label}>
      {page > 1 ? (
        <a class="quiet-button" rel="prev" href={href(page - 1)}>
          {previous}
        </a>
      ) : (
        <span />
      )}
      <span class="note">{current(page, totalPages)}</span>
      {page < totalPages ? (
        <a class="quiet-button" rel="next" href={href(page + 1)}>
          {next}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
