import type { CartLine, CartView, Price } from '@tallystick/web/shop'
import type { FastifyRequest } from 'fastify'
import { countryCodes, nameCountry } from '../../lib/countries.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { listShopItems } from '../inventory/list-shop-items.js'
import { describeQuote } from '../orders/price/describe-quote.js'
import { quoteOrder } from '../orders/price/quote-order.js'
import type { Cart } from './cart.js'
import { describeCard, describeFrame, tokensFor } from './describe-shop.js'
import type { OpenedShop } from './open-shop.js'

type Input = {
  shop: OpenedShop
  request: FastifyRequest
  cart: Cart
  /** The tax region that the buyer chose. */
  region?: string
  values?: CartView['values']
  invalid?: CartView['invalid']
  problem?: string | null
}

/** Returns what the page of a cart shows: its lines, and what an order would cost. */
export async function describeCart(ctx: Context, input: Input): Promise<CartView> {
  const { shop, request, cart, region = '', values = {}, invalid = {} } = input
  const { config } = shop
  const regions = config.publicOrders.jurisdictionCodes
  const chosenRegion = chooseRegion(config, region)
  const lines = await listLines(ctx, { shop, cart })
  const { quote, amounts, problem } = await quoteLines(ctx, { shop, lines, region: chosenRegion })
  return {
    ...(await describeFrame(ctx, { shop, request, cart })),
    lines: lines.map((line) => ({ ...line, amount: amounts.get(line.sku) ?? line.amount })),
    quote,
    fields: config.storefront.buyerFields,
    countries: config.storefront.buyerFields.address === 'off' ? [] : countries,
    values,
    invalid,
    regions: regions.map((code) => ({ code, name: nameRegion(code) })),
    region: chosenRegion,
    problem: input.problem ?? problem,
    acceptsCard: ctx.config.onrampProvider !== 'none',
    tokens: tokensFor(config, quote?.total ?? null),
  }
}

/** Returns the region that taxes are shown for: the chosen one, else the default of the shop. */
export function chooseRegion(config: OpenedShop['config'], region: string): string {
  const { jurisdictionCodes } = config.publicOrders
  if (jurisdictionCodes.includes(region)) return region
  const fallback = config.tax.defaultJurisdictionCode ?? ''
  return jurisdictionCodes.includes(fallback) ? fallback : ''
}

/** Returns the entries of a cart that can be ordered, as items of an order. */
export function orderItemsOf(lines: readonly CartLine[]): { sku: string; qty: number }[] {
  return lines.filter(({ problem }) => problem === null).map(({ sku, qty }) => ({ sku, qty }))
}

async function listLines(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { shop: { merchant }, cart }: { shop: OpenedShop; cart: Cart },
): Promise<CartLine[]> {
  const skus = cart.entries.map(({ sku }) => sku)
  const { bySku, usdPerEuro } = await listShopItems(ctx, { merchant, skus })
  return cart.entries.map(({ sku, qty }) => {
    const item = bySku.get(sku)
    if (!item) {
      const none = { price: null, isFrom: false, picture: null, inStock: false, amount: null }
      return { ...none, variant: '', hasVariants: false, sku, name: sku, qty, problem: 'gone' }
    }
    const card = describeCard(item, usdPerEuro)
    return { ...card, qty, amount: null, problem: card.inStock ? null : 'soldOut' }
  })
}

type Quoted = { quote: CartView['quote']; amounts: Map<string, Price>; problem: string | null }

async function quoteLines(
  ctx: Context,
  { shop, lines, region }: { shop: OpenedShop; lines: readonly CartLine[]; region: string },
): Promise<Quoted> {
  const items = orderItemsOf(lines)
  const none = { quote: null, amounts: new Map<string, Price>(), problem: null }
  if (items.length === 0) return none
  const body = { items, ...(region === '' ? {} : { jurisdictionCode: region }) }
  try {
    const order = await quoteOrder(ctx, { merchant: shop.merchant, body })
    return {
      ...readQuote(describeQuote(order, { now: ctx.now(), thumbOf: () => null })),
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...none, problem: error.message }
  }
}

function readQuote(quote: ReturnType<typeof describeQuote>): Omit<Quoted, 'problem'> {
  const { currency, total, totalUsd, lineItems } = quote
  const priceOf = (line: { amount?: number; priceUsd?: number }): Price =>
    line.amount === undefined
      ? { amount: line.priceUsd ?? 0, currency: 'USD' }
      : { amount: line.amount, currency }
  const goods = lineItems.filter(({ sku }) => sku !== undefined)
  const charges = lineItems.filter(({ sku }) => sku === undefined)
  const cents = goods.reduce((sum, line) => sum + Math.round(priceOf(line).amount * 100), 0)
  const whole: Price =
    total === undefined ? { amount: totalUsd, currency: 'USD' } : { amount: total, currency }
  return {
    amounts: new Map(goods.map((line) => [line.sku ?? '', priceOf(line)])),
    quote: {
      total: whole,
      itemsTotal: { amount: cents / 100, currency: whole.currency },
      charges: charges.map((line) => ({ label: line.label, amount: priceOf(line) })),
      totalUsd: whole.currency === 'USD' ? null : totalUsd,
    },
  }
}

const countries = countryCodes
  .map((code) => ({ code, name: nameCountry(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/** Returns the name of a tax region, such as "United States, CA". */
function nameRegion(code: string): string {
  const [country = '', part] = code.split('-')
  const name = nameCountry(country)
  return part === undefined ? name : `${name}, ${part}`
}
