import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { NetworkHash } from '../../../auth/network-hash.js'
import { type AppError, invalidInput } from '../../../lib/errors.js'
import type { OwnedKey } from '../../../platform/http/idempotency/enforce-idempotency.js'
import { findListedMerchant, getListedMerchant } from '../../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../../directory/shop-directory.js'
import { billingNames, checkoutNames } from '../../receipts/create/checkout-rules.js'
import { foldCode } from '../../tax/jurisdiction.js'
import type { PricedOrder } from '../price/price-order.js'
import type { OrderBody } from '../schemas.js'

/** The fields a buyer may set without a key. Rates and webhooks are up to the merchant. */
const shopOrderFields = new Set([
  'items',
  'currency',
  'onrampEmail',
  'jurisdictionCode',
  ...checkoutNames.returnUrl,
  ...Object.values(billingNames).flat(),
])

/** Returns the fields of a body that a buyer may set without a key. */
export function readShopOrder(body: Record<string, unknown>): OrderBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => shopOrderFields.has(name)))
}

/**
 * Requires that a shop allows the return address and the jurisdiction of an order without a key.
 * Otherwise an anonymous caller could send buyers to any site from the shop's payment page, or
 * choose the lowest tax.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAllowed({ shop, checkout }: PricedOrder, body: OrderBody): void {
  const { returnOrigins, jurisdictionCodes } = shop.publicOrders
  const { returnUrl } = checkout
  if (returnUrl !== null && !returnOrigins.includes(new URL(returnUrl).origin)) {
    throw notAllowed('returnUrl', 'returnOrigins')
  }
  const { jurisdictionCode: code } = body
  const isAllowed = typeof code !== 'string' || jurisdictionCodes.includes(foldCode(code.trim()))
  if (code && !isAllowed) throw notAllowed('jurisdictionCode', 'jurisdictionCodes')
}

/** Returns whether a shop lets pages of an origin order at it. */
export async function isEmbedOrigin(
  directory: ShopDirectory,
  { request, origin }: { request: FastifyRequest; origin: string },
): Promise<boolean> {
  const { slug } = request.params as { slug: string }
  const merchant = await findListedMerchant(directory, slug)
  return merchant !== null && (await directory.get()).hasEmbedOrigin(merchant, origin)
}

/**
 * Returns who owns the idempotency key of an order without a key: the shop, for callers at one
 * network address. So a guessed key does not show the order of another buyer.
 */
export async function ownerOfShopKey(
  { directory, hashNetwork }: { directory: ShopDirectory; hashNetwork: NetworkHash },
  { request, key }: { request: FastifyRequest; key: string },
): Promise<OwnedKey> {
  const { slug } = request.params as { slug: string }
  const owner = await getListedMerchant(directory, slug)
  const name = createHash('sha256')
    .update(`${hashNetwork(request.ip)} ${key}`)
    .digest('hex')
  // Keys of the merchant's own requests have no spaces.
  return { owner, key: `shop order ${name}` }
}

function notAllowed(field: string, setting: string): AppError {
  return invalidInput(
    `${field} is not allowed by this shop. Its owner lists the allowed values in publicOrders.${setting}: POST /api/shop/config.`,
  )
}
