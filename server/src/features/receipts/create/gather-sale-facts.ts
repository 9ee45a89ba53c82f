import { invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { type Currency, type Ppm, ppm, ppmFromDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { feeBpsOf, rateOfBps } from '../../../platform/limits/platform-fee.js'
import type { MemorySlot } from '../../../platform/memory.js'
import { pickPricingRate } from '../../pricing/find-pricing-rate.js'
import {
  type FoundRate,
  findStoredMarketRate,
  identityRate,
  type MarketRate,
} from '../../rates/find-rate.js'
import { requireRate } from '../../rates/require-rate.js'
import { getVersionedShop } from '../../shop/get-shop-config.js'
import type { ShopConfig } from '../../shop/schemas.js'
import { findSplit } from '../../split/find-split.js'
import type { Split } from '../../split/split.js'
import type { Valuation } from '../receipt.js'
import type { FactVersions } from './receipt-rows.js'

/** Everything outside a request that decides the price and terms of a sale, and its versions. */
export type SaleFacts = {
  shop: ShopConfig
  split: Split | null
  feeRate: Ppm
  rates: Record<Currency, FoundRate>
  versions: FactVersions
}

export type FactsContext = Pick<TxContext, 'db' | 'config' | 'now' | 'memory' | 'degraded'>

type Terms = { shop: ShopConfig; shopVersion: number; split: Split | null }

const terms: MemorySlot<Terms> = { name: 'terms', sizeOf: sizeOfTerms }
const rate: MemorySlot<{ stored: MarketRate }> = { name: 'rate', sizeOf: () => 4_096 }

/** Returns the facts that this process remembers, maybe stale. Null when some are unknown. */
export function recallSaleFacts(ctx: FactsContext, merchant: Address): SaleFacts | null {
  const knownTerms = ctx.memory.find(terms, merchant)
  const euro = ctx.memory.find(rate, 'EUR')
  return knownTerms && euro && combine(ctx, { ...knownTerms, euro: euro.stored })
}

/** Reads the facts of a merchant's sales, and remembers them. */
export async function readSaleFacts(ctx: FactsContext, merchant: Address): Promise<SaleFacts> {
  const [{ shop, version }, split, stored] = await Promise.all([
    getVersionedShop(ctx, merchant),
    findSplit(ctx, merchant),
    findStoredMarketRate(ctx, 'EUR'),
  ])
  const read = { shop, shopVersion: version, split }
  ctx.memory.set(terms, merchant, read)
  ctx.memory.set(rate, 'EUR', { stored })
  return combine(ctx, { ...read, euro: stored })
}

/**
 * Returns how a sale in a currency is valued in dollars.
 *
 * @throws {AppError} `exchange_rate_unavailable`.
 */
export function valueAt({ rates }: Pick<SaleFacts, 'rates'>, currency: Currency): Valuation {
  const { usdPerUnit, quotedAt, provider } = requireRate(rates[currency], currency)
  return { currency, usdPerUnit, quotedAt, provider }
}

/** Returns the versions that a sale relied on. Only a sale in euros relies on the rate. */
export function usedVersions(versions: FactVersions, valuation: Valuation | null): FactVersions {
  return valuation?.currency === 'EUR' ? versions : { ...versions, euroRate: null }
}

function combine(
  ctx: FactsContext,
  { shop, shopVersion, split, euro }: Terms & { euro: MarketRate },
): SaleFacts {
  const { pricing } = shop
  return {
    shop,
    split,
    feeRate: feeRate(feeBpsOf(split, ctx.config), shop),
    rates: {
      USD: identityRate(ctx.now()),
      EUR: pickPricingRate(ctx, { pricing, unit: 'EUR', stored: euro }),
    },
    versions: {
      shop: shopVersion,
      split: split?.version ?? 0,
      euroRate: euro?.version ?? null,
    },
  }
}

/** Tax overrides make most of a large configuration. */
function sizeOfTerms({ shop }: Terms): number {
  return 8_192 + shop.tax.overrides.length * 1_024
}

/**
 * Requires that a shop accepts a currency.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAccepted(shop: Pick<ShopConfig, 'pricing'>, currency: Currency): void {
  const { acceptedCurrencies } = shop.pricing
  if (acceptedCurrencies.includes(currency)) return
  throw invalidInput(`This shop accepts only ${acceptedCurrencies.join(', ')}.`)
}

/** Returns the processing fee rate: the platform's fee plus the merchant's add-on. */
export function feeRate(platformBps: number, shop: Pick<ShopConfig, 'fees'>): Ppm {
  return ppm(rateOfBps(platformBps) + fromPercent(shop.fees.processingFeePct))
}

/** Exact: percentages have at most four decimals. */
function fromPercent(percent: number): bigint {
  const millionths = ppmFromDecimal(percent)
  if (millionths === null || millionths % 100n !== 0n) {
    throw new Error(`${percent} % has more than four decimals`)
  }
  return millionths / 100n
}
