import type { RecordBody } from './draft.js'

/**
 * A transfer that was requested from the wallet. It is stored before the request, so that the money
 * is recorded even if the page closes in between.
 */
export type SentTransfer = {
  /** The Idempotency-Key of its record. */
  key: string
  record: RecordBody
  /** Null while it is unknown whether the wallet has sent it. */
  txHash: string | null
  /** Such as "22.74 USDC". */
  amount: string
  to: string
  /** Unix ms. */
  at: number
}

type Place = { merchant: string; receiptId: string }

const nameOf = ({ merchant, receiptId }: Place) => `tallystick.refund.${merchant}.${receiptId}`

/** Returns the transfer of a receipt that is not recorded yet, if this browser has sent one. */
export function readSent(storage: Storage, place: Place): SentTransfer | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(nameOf(place)) ?? 'null')
    return isSent(value) ? value : null
  } catch {
    return null
  }
}

export function writeSent(storage: Storage, place: Place, sent: SentTransfer): void {
  storage.setItem(nameOf(place), JSON.stringify(sent))
}

export function forgetSent(storage: Storage, place: Place): void {
  storage.removeItem(nameOf(place))
}

function isSent(value: unknown): value is SentTransfer {
  const { key, record, txHash, amount, to } = (value ?? {}) as Partial<SentTransfer>
  return (
    typeof key === 'string' &&
    typeof record === 'object' &&
    typeof amount === 'string' &&
    typeof to === 'string' &&
    (txHash === null || typeof txHash === 'string')
  )
}
