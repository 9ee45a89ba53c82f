import type { themeCss } from '../core/theme/theme-css.js'

/** An amount in a currency. */
export type Price = { amount: number; currency: string }

/** The parts that every page of a shop shows. */
export type ShopFrameView = {
  mode: 'sandbox' | 'live'
  slug: string
  name: string
  /** Path of the logo, or "". */
  logo: string
  theme: Parameters<typeof themeCss>[0]
  contact: {
    email: string
    url: string
    phone: string
    returnPolicyUrl: string
    termsUrl: string
    privacyUrl: string
  }
  isOpen: boolean
  closedNote: string
  cart: { pieces: number; subtotal: Price | null }
  /** A message about the last action of the buyer, or null. */
  notice: 'added' | 'full' | null
  /** Whether visitors may open the list of all shops. */
  hasDirectory: boolean
}

/** An item in a list. */
export type ItemCard = {
  sku: string
  name: string
  /** Its options, such as "L, Red", or "". */
  variant: string
  /** Null when no rate is known for its currency. */
  price: Price | null
  /** Whether other variants cost more. */
  isFrom: boolean
  /** Whether it stands for several variants, of which a buyer chooses one. */
  hasVariants: boolean
  /** The hash of its picture, or null. */
  picture: string | null
  inStock: boolean
}

export type ShopView = ShopFrameView & {
  tagline: string
  description: string
  /** Path of the cover photo, or "". */
  cover: string
  layout: { mode: 'grid' | 'list'; showCategories: boolean; showSearch: boolean }
  categories: readonly string[]
  /** The search of the buyer. Empty texts match everything. */
  query: { q: string; category: string }
  items: readonly ItemCard[]
  page: number
  totalPages: number
  total: number
}

/** A choice of a variant, such as Size: 250 g. */
export type VariantChoice = {
  sku: string
  label: string
  /** Null when it costs the same as the shown variant. */
  price: Price | null
  inStock: boolean
  isChosen: boolean
}

export type ItemView = ShopFrameView & {
  item: ItemCard & {
    description: string
    category: string
    pictures: readonly string[]
    /** Whether the price includes tax. Null for an item without tax. */
    includesTax: boolean | null
  }
  /** Groups of choices, by the name of the option. Empty without variants. */
  options: readonly { name: string; choices: readonly VariantChoice[] }[]
  tokens: readonly string[]
  acceptsCard: boolean
}

export type BuyerFieldMode = 'off' | 'optional' | 'required'

/** The details that a cart asks for, as a form names them. */
export type BuyerField =
  | 'email'
  | 'name'
  | 'phone'
  | 'line1'
  | 'line2'
  | 'city'
  | 'zip'
  | 'state'
  | 'country'

export type CartLine = ItemCard & {
  qty: number
  /** The extended amount, or null when it cannot be priced. */
  amount: Price | null
  /** Why the line is left out of the order, or null. */
  problem: 'gone' | 'soldOut' | null
}

export type CartView = ShopFrameView & {
  lines: readonly CartLine[]
  quote: {
    total: Price
    itemsTotal: Price
    /** Tax, fee and others, as the receipt will show them. */
    charges: readonly { label: string; amount: Price }[]
    /** The same total in US dollars, if it is in another currency. */
    totalUsd: number | null
  } | null
  fields: Record<'email' | 'name' | 'phone' | 'address', BuyerFieldMode>
  /** Empty unless the shop asks for an address. */
  countries: readonly { code: string; name: string }[]
  values: Partial<Record<BuyerField, string>>
  /** Why details are not accepted. */
  invalid: Partial<Record<BuyerField, 'missing' | 'wrong'>>
  /** Tax regions that a buyer may choose. */
  regions: readonly { code: string; name: string }[]
  region: string
  /** A sentence about a refused order, or null. */
  problem: string | null
  acceptsCard: boolean
  tokens: readonly string[]
}

export type OrderView = ShopFrameView & {
  orderId: string
  stage: 'waiting' | 'confirming' | 'paid' | 'failed' | 'refunded' | 'expired'
  lines: readonly { label: string; qty: number | null; amount: Price; isCharge: boolean }[]
  total: Price
  createdAt: number
  /** Path of the payment page, which also has the receipt to print. */
  paymentPath: string
}

export type DirectoryView = {
  mode: 'sandbox' | 'live'
  query: { q: string; category: string; isOpenOnly: boolean }
  categories: readonly string[]
  shops: readonly {
    slug: string
    name: string
    text: string
    logo: string
    cover: string
    categories: readonly string[]
    isOpen: boolean
  }[]
  page: number
  totalPages: number
  total: number
}

export type StateView = {
  mode: 'sandbox' | 'live'
  kind:
    | 'unknown'
    | 'review'
    | 'suspended'
    | 'noItem'
    | 'noOrder'
    | 'badLink'
    | 'tooMany'
    | 'unavailable'
  hasDirectory: boolean
  /** Where the buyer may go instead, or null. */
  shop: { slug: string; name: string } | null
}
