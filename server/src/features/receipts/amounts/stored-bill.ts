import { hashOfReference, referTo } from '../../../lib/media-reference.js'
import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { RatedComponent } from '../../tax/jurisdiction.js'
import type { LineKind, ReceiptLine, Valuation } from '../receipt.js'
import type { ReceiptKind } from '../status/statuses.js'
import { chargeLabels, labelOf } from './line-label.js'

/** A line as stored. Cents and millionths are whole numbers far below 2^53. */
export type StoredLine = {
  /** Absent in receipts stored before lines had a kind. */
  kind?: LineKind
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
}

export type StoredValuation = Pick<Valuation, 'currency' | 'provider'> & {
  usdPerUnitPpm: number
  quotedAt: number
}

/** A tax component with its rate in millionths. */
export type StoredTaxPart = { code: string; name: string; ratePpm: number }

export function toStoredLine(line: ReceiptLine): StoredLine {
  const { kind, usdCents, amountCents, qty, itemId, sku, thumb } = line
  return {
    kind,
    // Also for tax and fee: a process of the previous version finds them by label.
    label: labelOf(line),
    usdCents: Number(usdCents),
    ...(amountCents === null ? {} : { amountCents: Number(amountCents) }),
    ...(qty === null ? {} : { qty }),
    ...(itemId === null ? {} : { itemId }),
    ...(sku === null ? {} : { sku }),
    ...storePicture(thumb),
  }
}

/**
 * Reads the lines of a receipt. Before lines had a kind, tax and fee were the last two lines of a sale; lines that a
 * merchant sent were all items, whatever their labels.
 */
export function toLines(stored: readonly StoredLine[], receiptKind: ReceiptKind): ReceiptLine[] {
  const [tax, fee] = stored.slice(-2)
  const hasCharges =
    receiptKind !== 'direct' && tax?.label === chargeLabels.tax && fee?.label === chargeLabels.fee
  const charges: [StoredLine | undefined, LineKind][] = [
    [tax, 'tax'],
    [fee, 'fee'],
  ]
  const oldKinds = new Map(hasCharges ? charges : [])
  return stored.map((line) => toLine(line, line.kind ?? oldKinds.get(line) ?? 'item'))
}

function toLine(stored: StoredLine, kind: LineKind): ReceiptLine {
  const { label, usdCents, amountCents, qty, itemId, sku, picture, thumb } = stored
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
