import { readCookie, secure } from '../../auth/sessions/cookies.js'
import { readDisplayText } from '../../lib/display-text.js'
import type { Config } from '../../platform/config/config.js'

/** One position of a cart. */
export type CartEntry = { sku: string; qty: number }

/** The cart that a browser keeps for one shop. */
export type Cart = {
  entries: readonly CartEntry[]
  /** The receipt that was created for exactly these entries, or null. */
  orderId: string | null
}

export const emptyCart: Cart = { entries: [], orderId: null }

export const maxQty = 999
const maxEntries = 50
/** Browsers store cookies of at most 4,096 bytes, with their attributes. */
const maxLength = 3_600
const keepSeconds = 30 * 24 * 3_600

/** A position: an escaped SKU and a quantity. Escaped texts have none of the separators. */
const entryPattern = /^([^~.!]+)~([1-9]\d{0,2})$/
/** The longest SKU of an item. */
const maxSkuLength = 64
const orderPattern = /^rcpt_[A-Za-z0-9_-]{1,64}$/

/**
 * Reads the cart of a shop from the cookies of a request. It comes from the browser, so everything
 * that is not well formed is dropped.
 */
export function readCart(header: string | undefined, slug: string): Cart {
  const text = readCookie(header, cookieName(slug)) ?? ''
  if (text === '' || text.length > maxLength) return emptyCart
  const [list = '', orderId = ''] = text.split('!')
  const entries = new Map<string, number>()
  for (const part of list.split('.').slice(0, maxEntries)) {
    const entry = readEntry(part)
    if (entry) entries.set(entry.sku, entry.qty)
  }
  return {
    entries: [...entries].map(([sku, qty]) => ({ sku, qty })),
    orderId: orderPattern.test(orderId) ? orderId : null,
  }
}

/** Returns the `set-cookie` header that stores a cart in the browser. */
export function writeCart(
  config: Pick<Config, 'baseUrl'>,
  { slug, cart }: { slug: string; cart: Cart },
): string {
  const text = formatCart(cart)
  const age = cart.entries.length === 0 ? 0 : keepSeconds
  return `${cookieName(slug)}=${text}; Path=/shop/${slug}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure(config)}`
}

/** Returns whether an item can have this SKU. Others are never looked up. */
export function isSku(text: string): boolean {
  const read = readDisplayText(text, { maxLength: maxSkuLength })
  return text !== '' && 'value' in read && read.value === text
}

/** Returns the cart with another quantity of an item: 0 removes it. Null if the cart is full. */
export function setQty(cart: Cart, { sku, qty }: CartEntry): Cart | null {
  const others = cart.entries.filter((entry) => entry.sku !== sku)
  const isKnown = others.length < cart.entries.length
  const bounded = Math.min(qty, maxQty)
  const entries =
    bounded === 0
      ? others
      : isKnown
        ? cart.entries.map((entry) => (entry.sku === sku ? { sku, qty: bounded } : entry))
        : [...others, { sku, qty: bounded }]
  const changed = { entries, orderId: null }
  const fits = entries.length <= maxEntries && formatCart(changed).length <= maxLength - 80
  return fits ? changed : null
}

/** Returns the quantity of an item in a cart. */
export function qtyOf(cart: Cart, sku: string): number {
  return cart.entries.find((entry) => entry.sku === sku)?.qty ?? 0
}

/** Returns the number of pieces in a cart. */
export function countPieces({ entries }: Cart): number {
  return entries.reduce((sum, { qty }) => sum + qty, 0)
}

function formatCart({ entries, orderId }: Cart): string {
  const list = entries.map(({ sku, qty }) => `${escapeSku(sku)}~${qty}`).join('.')
  return orderId === null ? list : `${list}!${orderId}`
}

function readEntry(part: string): CartEntry | null {
  const [, escaped = '', qty = ''] = entryPattern.exec(part) ?? []
  if (escaped === '') return null
  try {
    const sku = decodeURIComponent(escaped)
    return isSku(sku) ? { sku, qty: Number(qty) } : null
  } catch {
    return null
  }
}

function escapeSku(sku: string): string {
  return encodeURIComponent(sku).replace(/[~.!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

/** A slug has only letters, digits and dashes. */
function cookieName(slug: string): string {
  return `cart_${slug}`
}
