import { hashOfReference, referTo } from '../../../lib/media-reference.js'
import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { RatedComponent } from '../../tax/jurisdiction.js'
import {
  type LineCharges,
  type LineKind,
  labelOf,
  type ReceiptLine,
  type Valuation,
} from '../receipt.js'
import { lineIdAt, type PlainLine } from './share-lines.js'

/** A line as stored. Cents and millionths are whole numbers far below 2^53. */
export type StoredLine = {
  kind: LineKind
  label: string
  usdCents: number
  amountCents?: number
  qty?: number
  itemId?: string
  sku?: string
  /** The hash of the picture. */
  picture?: string
  /** The picture itself, in receipts from before there was a media store. */
  thumb?: string
  /** Absent in lines that cannot be refunded. */
  usdShare?: StoredCharges
  share?: StoredCharges
}

/** Discount, tax and fee in cents. */
type StoredCharges = [number, number, number]

export type StoredValuation = Pick<Valuation, 'currency' | 'provider'> & {
  usdPerUnitPpm: number
  quotedAt: number
}

/** A tax component with its rate in millionths. */
export type StoredTaxPart = { code: string; name: string; ratePpm: number }

export function toStoredLine(line: ReceiptLine): StoredLine {
  const { kind, usdCents, amountCents, qty, itemId, sku, thumb, share } = line
  return {
    kind,
    label: labelOf(line),
    usdCents: Number(usdCents),
    ...(amountCents === null ? {} : { amountCents: Number(amountCents) }),
    ...(qty === null ? {} : { qty }),
    ...(itemId === null ? {} : { itemId }),
    ...(sku === null ? {} : { sku }),
    ...storePicture(thumb),
    ...(share ? { usdShare: toStoredCharges(share.usd) } : {}),
    ...(share?.native ? { share: toStoredCharges(share.native) } : {}),
  }
}

function toStoredCharges({ discountCents, taxCents, feeCents }: LineCharges): StoredCharges {
  return [Number(discountCents), Number(taxCents), Number(feeCents)]
}

/** Reads the lines of a receipt. */
export function toLines(stored: readonly StoredLine[]): ReceiptLine[] {
  return stored.map((line, place) => {
    const { usdShare, share } = line
    const native = share ? toCharges(share) : null
    return {
      ...toPlainLine(line),
      lineId: usdShare ? lineIdAt(place) : null,
      share: usdShare ? { usd: toCharges(usdShare), native } : null,
    }
  })
}

function toCharges([discount, tax, fee]: StoredCharges): LineCharges {
  return {
    discountCents: cents(BigInt(discount)),
    taxCents: cents(BigInt(tax)),
    feeCents: cents(BigInt(fee)),
  }
}

function toPlainLine(stored: StoredLine): PlainLine {
  const { kind, label, usdCents, amountCents, qty, itemId, sku, picture, thumb } = stored
  return {
    kind,
    label: kind === 'tax' || kind === 'fee' ? null : label,
    usdCents: cents(BigInt(usdCents)),
    amountCents: amountCents === undefined ? null : cents(BigInt(amountCents)),
    qty: qty ?? null,
    itemId: itemId ?? null,
    sku: sku ?? null,
    thumb: picture === undefined ? (thumb ?? null) : referTo(picture),
  }
}

function storePicture(thumb: string | null): Pick<StoredLine, 'picture' | 'thumb'> {
  if (thumb === null) return {}
  const picture = hashOfReference(thumb)
  return picture === null ? { thumb } : { picture }
}

export function toStoredValuation(valuation: Valuation): StoredValuation {
  const { currency, usdPerUnit, quotedAt, provider } = valuation
  return { currency, usdPerUnitPpm: Number(usdPerUnit), quotedAt, provider }
}

export function toValuation(stored: StoredValuation): Valuation {
  const { currency, usdPerUnitPpm, quotedAt, provider } = stored
  return { currency, usdPerUnit: ppm(BigInt(usdPerUnitPpm)), quotedAt: unixMs(quotedAt), provider }
}

export function toStoredTaxPart({ code, name, rate }: RatedComponent): StoredTaxPart {
  return { code, name, ratePpm: Number(rate) }
}

export function toTaxPart({ code, name, ratePpm }: StoredTaxPart): RatedComponent {
  return { code, name, rate: ppm(BigInt(ratePpm)) }
}
