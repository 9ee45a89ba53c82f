import type { UnixMs } from '../../../lib/time.js'

/** Whether a receipt is paid, in words that are true of it. */
export type SheetState = {
  /** Whether the money is in, or was; before that it is an invoice. */
  isReceipt: boolean
  title: string
  sentence: string
  tone: 'good' | 'warn' | 'plain'
}

/** Something known of a receipt: a name for it, and lines that say it. */
export type Fact = { label: string; values: readonly string[] }

export type SheetLine = {
  label: string
  qty: string
  amount: string
  /** Tax and fee, which nobody has come for. */
  isAside: boolean
}

/** Everything that a printed receipt says, and nothing of how it looks. */
export type ReceiptSheet = {
  isSandbox: boolean
  brandName: string
  receiptId: string
  state: SheetState
  facts: readonly Fact[]
  /** Of all amounts in the lines. */
  unit: string
  lines: readonly SheetLine[]
  total: { amount: string; notes: readonly string[] }
  sections: readonly { title: string; facts: readonly Fact[] }[]
  page: { url: string; words: string }
  /** When the last of what it says happened. */
  at: UnixMs
}
