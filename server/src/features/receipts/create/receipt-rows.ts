import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { watchedForMs } from '../../../platform/chain/deposit-address.js'
import type { WantedStock } from '../../inventory/stock/stock.js'
import { toStoredLine, toStoredTaxPart, toStoredValuation } from '../amounts/stored-bill.js'
import type { Receipt } from '../receipt.js'

/** Row headers, entries of indexes, the deposit address and the first entry of the timeline. */
const bytesPerReceipt = 1_200

/** An event and its delivery, which both repeat the metadata. */
const bytesPerEvent = 700

const eventsPerReceipt = 2

/** The versions of the facts that priced a receipt. Null for a rate that it did not use. */
export type FactVersions = { shop: number; split: number; euroRate: number | null }

export type NewReceipt = {
  receipt: Receipt
  /** Null for a receipt without a deposit address. */
  deposit: Deposit | null
  by: string
  /** Null when nothing was read from memory. */
  facts?: FactVersions | null
  quantities?: readonly WantedStock[]
  holdUntil?: UnixMs
  /** A keyed hash of the network address that placed an order without a key. */
  network?: string | null
  /** The row that another feature adds in the same statement, by the names of its columns. */
  attached?: object | null
}

/** Returns the row of a receipt for the insert, with its place among the others. */
export function toReceiptRow(input: NewReceipt, place: number) {
  const { receipt, deposit, by, quantities = [], facts, network = null } = input
  const { valuation, softHold, createdAt } = receipt
  return {
    place,
    merchant: receipt.merchant,
    id: receipt.id,
    kind: receipt.kind,
    status: receipt.status,
    currency: receipt.currency,
    total_usd_cents: Number(receipt.totalUsdCents),
    total_cents: receipt.totalCents === null ? null : Number(receipt.totalCents),
    lines: receipt.lines.map(toStoredLine),
    valuation: valuation && toStoredValuation(valuation),
    jurisdiction_code: receipt.jurisdictionCode,
    tax_rate_ppm: Number(receipt.taxRate),
    tax_components: receipt.taxComponents,
    tax_parts: receipt.taxParts.map(toStoredTaxPart),
    reference: receipt.reference,
    metadata: receipt.metadata,
    billing: receipt.billing,
    onramp_email: receipt.onrampEmail,
    redirect_url: receipt.redirectUrl,
    return_url: receipt.returnUrl,
    webhook_url: receipt.webhookUrl,
    on_success: receipt.onSuccess,
    brand_name: receipt.brandName,
    payout_address: receipt.payoutAddress,
    key_id: receipt.keyId,
    register_id: receipt.registerId,
    sold_by: receipt.soldBy,
    expires_at: receipt.expiresAt,
    created_at: createdAt,
    installation_id: receipt.installationId,
    soft_hold: softHold && quantities.map(({ itemId, qty }) => ({ itemId, qty })),
    order_network: network,
    has_generated_id: receipt.hasGeneratedId,
    made_by: by,
    hold_until: input.holdUntil ?? createdAt,
    chain_id: deposit?.chainId ?? null,
    deposit: deposit?.address ?? null,
    receipt_key: deposit?.receiptKey ?? null,
    watched_until: createdAt + watchedForMs,
    shop_version: facts?.shop ?? null,
    split_version: facts?.split ?? null,
    rate_version: facts?.euroRate ?? null,
  }
}

/** Returns the rows of the stock that a receipt needs. */
export function toWantedRows({ receipt, quantities = [] }: NewReceipt, place: number) {
  return quantities.map(({ itemId, qty, version }) => ({
    place,
    merchant: receipt.merchant,
    item_id: itemId,
    qty,
    version,
    is_soft: receipt.softHold !== null,
  }))
}

/**
 * Returns the versions of the items of receipts, each once with the places of all receipts that
 * used it.
 */
export function toUsedVersions(inputs: readonly NewReceipt[]) {
  const used = new Map<string, UsedVersion>()
  for (const [place, { receipt, quantities = [] }] of inputs.entries()) {
    const { merchant } = receipt
    for (const { itemId, version } of quantities) {
      const key = `${merchant} ${version} ${itemId}`
      const row = used.get(key)
      if (row) row.places.push(place)
      else used.set(key, { merchant, item_id: itemId, version, places: [place] })
    }
  }
  return [...used.values()]
}

type UsedVersion = { merchant: string; item_id: string; version: number; places: number[] }

/** Returns a row without its nulls, which JSON need not name. */
export function leaveOutNulls(row: object): object {
  const present: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) if (value !== null) present[name] = value
  return present
}

/** Returns the row that another feature adds to a receipt. */
export function toAttachedRows({ attached = null }: NewReceipt, place: number) {
  return attached === null ? [] : [{ ...attached, place }]
}

/** Returns the bytes that a new receipt takes in the database, with its event and delivery. */
export function storedBytesOf(receipt: Receipt): number {
  const row = JSON.stringify(toReceiptRow({ receipt, deposit: null, by: '' }, 0))
  const metadata = JSON.stringify(receipt.metadata)
  const event = bytesPerEvent + Buffer.byteLength(metadata)
  return bytesPerReceipt + Buffer.byteLength(row) + eventsPerReceipt * event
}
