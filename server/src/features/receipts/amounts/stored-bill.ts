import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { RatedComponent } from '../../tax/jurisdiction.js'
import type { ReceiptLine, Valuation } from '../receipt.js'

/** A line as the database keeps it: cents and millionths are whole numbers far below 2^53. */
export type StoredLine = {
  label: string
  usdCents: number
  amountCents?: number
  qty?: number
  itemId?: string
  sku?: string
  thumb?: string
}

export type StoredValuation = Pick<Valuation, 'currency' | 'provider'> & {
  usdPerUnitPpm: number
  quotedAt: number
}

/** A part of the tax and its rate in millionths. */
export type StoredTaxPart = { code: string; name: string; ratePpm: number }

export function toStoredLine(line: ReceiptLine): StoredLine {
  const { label, usdCents, amountCents, qty, itemId, sku, thumb } = line
  return {
    label,
    usdCents: Number(usdCents),
    ...(amountCents === null ? {} : { amountCents: Number(amountCents) }),
    ...(qty === null ? {} : { qty }),
    ...(itemId === null ? {} : { itemId }),
    ...(sku === null ? {} : { sku }),
    ...(thumb === null ? {} : { thumb }),
  }
}

export function toLine(stored: StoredLine): ReceiptLine {
  const { label, usdCents, amountCents, qty, itemId, sku, thumb } = stored
  return {
    label,
    usdCents: cents(BigInt(usdCents)),
    amountCents: amountCents === undefined ? null : cents(BigInt(amountCents)),
    qty: qty ?? null,
    itemId: itemId ?? null,
    sku: sku ?? null,
    thumb: thumb ?? null,
  }
}

export function toStoredValuation({
  currency,
  usdPerUnit,
  quotedAt,
  provider,
}: Valuation): StoredValuation {
  return { currency, usdPerUnitPpm: Number(usdPerUnit), quotedAt, provider }
}

export function toValuation({
  currency,
  usdPerUnitPpm,
  quotedAt,
  provider,
}: StoredValuation): Valuation {
  return { currency, usdPerUnit: ppm(BigInt(usdPerUnitPpm)), quotedAt: unixMs(quotedAt), provider }
}

export function toStoredTaxPart({ code, name, rate }: RatedComponent): StoredTaxPart {
  return { code, name, ratePpm: Number(rate) }
}

export function toTaxPart({ code, name, ratePpm }: StoredTaxPart): RatedComponent {
  return { code, name, rate: ppm(BigInt(ratePpm)) }
}
