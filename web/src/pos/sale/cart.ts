/** An item or amount in the cart. Its price is only shown until the service quotes the sale. */
export type CartLine =
  | { kind: 'item'; id: string; sku: string; label: string; qty: number; cents: number | null }
  | { kind: 'amount'; label: string; cents: number }

/** A discount or tip: percent of the goods, or an amount. */
export type Extra = { percent: number } | { cents: number }

export type Currency = 'USD' | 'EUR'

/** A sale that is being put together. */
export type Cart = {
  /** The idempotency key of its receipt. A cart that comes back from a charge gets another one. */
  key: string
  currency: Currency
  lines: readonly CartLine[]
  /** The amount on the keypad, which counts before it is added. */
  typedCents: number
  discount: Extra | null
  tip: Extra | null
}

export function newCart(currency: Currency, key: string): Cart {
  return { key, currency, lines: [], typedCents: 0, discount: null, tip: null }
}

export function isEmpty({ lines, typedCents }: Cart): boolean {
  return lines.length === 0 && typedCents === 0
}

export type SoldItem = { id: string; sku: string; label: string; cents: number | null }

/** Adds one of an item, on the line that it already has. */
export function addItem(cart: Cart, item: SoldItem): Cart {
  const index = cart.lines.findIndex((line) => line.kind === 'item' && line.id === item.id)
  const line = cart.lines[index]
  if (line?.kind === 'item') return setQty(cart, index, line.qty + 1)
  return { ...cart, lines: [...cart.lines, { kind: 'item', ...item, qty: 1 }] }
}

/** Adds an amount: a typed one, or the price of an item without one. */
export function addAmount(cart: Cart, { label, cents }: { label: string; cents: number }): Cart {
  return cents > 0 ? { ...cart, lines: [...cart.lines, { kind: 'amount', label, cents }] } : cart
}

/** Makes the typed amount a line. */
export function addTyped(cart: Cart, label: string): Cart {
  return { ...addAmount(cart, { label, cents: cart.typedCents }), typedCents: 0 }
}

/** Sets the quantity of a line. Zero removes it. */
export function setQty(cart: Cart, index: number, qty: number): Cart {
  const lines = cart.lines.flatMap((line, place) => {
    if (place !== index) return [line]
    if (qty <= 0) return []
    return [line.kind === 'item' ? { ...line, qty } : line]
  })
  return { ...cart, lines }
}

/** Returns how many of an item are in the cart. */
export function countOf({ lines }: Cart, id: string): number {
  const line = lines.find((entry) => entry.kind === 'item' && entry.id === id)
  return line?.kind === 'item' ? line.qty : 0
}

/** Returns the number of pieces in the cart. An amount counts as one. */
export function countAll({ lines, typedCents }: Cart): number {
  const counts = lines.map((line) => (line.kind === 'item' ? line.qty : 1))
  return counts.reduce((sum, count) => sum + count, typedCents > 0 ? 1 : 0)
}

/**
 * Returns the price of the goods, without tax, or null when only the service knows a price.
 */
export function goodsOf({ lines, typedCents }: Cart): number | null {
  let sum = typedCents
  for (const line of lines) {
    if (line.cents === null) return null
    sum += line.kind === 'item' ? Math.round(line.cents * line.qty) : line.cents
  }
  return sum
}

/** Returns a discount or tip in cents. `goodsCents` is what its percentage refers to. */
function centsOf(extra: Extra | null, goodsCents: number): number {
  if (extra === null) return 0
  if ('cents' in extra) return extra.cents
  // Whole basis points, because binary fractions are not exact.
  return Math.round((goodsCents * Math.round(extra.percent * 100)) / 10_000)
}

/** Returns discount and tip in cents. A discount is at most the goods. A tip refers to the rest. */
export function extrasOf(
  { discount, tip }: Pick<Cart, 'discount' | 'tip'>,
  goodsCents: number,
): { discountCents: number; tipCents: number } {
  const discountCents = Math.min(centsOf(discount, goodsCents), goodsCents)
  return { discountCents, tipCents: centsOf(tip, goodsCents - discountCents) }
}

/** Returns the body of the sale, for its quote and for its receipt. */
export function toSaleBody(
  cart: Cart,
  { goodsCents, typedLabel }: { goodsCents: number; typedLabel: string },
) {
  const { lines } = addTyped(cart, typedLabel)
  const items = lines.flatMap((line) =>
    line.kind === 'item' ? [{ id: line.id, qty: line.qty }] : [],
  )
  const amounts = lines.flatMap((line) =>
    line.kind === 'amount' ? [{ label: line.label, amount: line.cents / 100 }] : [],
  )
  const { discountCents, tipCents } = extrasOf(cart, goodsCents)
  return {
    currency: cart.currency,
    ...(items.length > 0 && { items }),
    ...(amounts.length > 0 && { amounts }),
    ...(discountCents > 0 && { discount: discountCents / 100 }),
    ...(tipCents > 0 && { tip: tipCents / 100 }),
  }
}

export type SaleBody = ReturnType<typeof toSaleBody>
