import type { Receipt } from '../receipt.js'
import { toReceiptRow } from './receipt-rows.js'

/** Row headers, entries of indexes, the deposit address and the first entry of the timeline. */
const bytesPerReceipt = 1_200
/** An event and its delivery, which both repeat the metadata. */
const bytesPerEvent = 700
const eventsPerReceipt = 2

/** Returns the bytes that a new receipt takes in the database, with the event and delivery of its first status. */
export function storedBytesOf(receipt: Receipt): number {
  const row = JSON.stringify(toReceiptRow({ receipt, deposit: null, by: '' }, 0))
  const metadata = JSON.stringify(receipt.metadata)
  const event = bytesPerEvent + Buffer.byteLength(metadata)
  return bytesPerReceipt + Buffer.byteLength(row) + eventsPerReceipt * event
}
