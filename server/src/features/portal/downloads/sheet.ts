import type { UnixMs } from '../../../lib/time.js'

/** The payment state of a sheet. */
export type SheetState = {
  /** Whether it was paid; an invoice otherwise. */
  isReceipt: boolean
  title: string
  sentence: string
  tone: 'good' | 'warn' | 'plain'
}

/** A label with one or more lines of text. */
export type Fact = { label: string; values: readonly string[] }

/** A labeled link that also reads well on paper. */
export type SheetLink = { label: string; text: string; href: string }

export type SheetLine = {
  label: string
  qty: string
  amount: string
  /** Tax or fee; drawn less prominently. */
  isAside: boolean
}

/** The content of a printed receipt, without its layout. */
export type ReceiptSheet = {
  isSandbox: boolean
  brandName: string
  /** The shop's second color, dark enough for text on white, or null. */
  brandColor: string | null
  /** The shop's background as a JPEG in base64, drawn as a band at the top, or null. */
  band: string | null
  receiptId: string
  state: SheetState
  facts: readonly Fact[]
  /** The currency of all amounts in the lines. */
  unit: string
  lines: readonly SheetLine[]
  total: { amount: string; notes: readonly string[] }
  sections: readonly { title: string; facts: readonly Fact[] }[]
  page: { url: string; words: string }
  /** How to reach the shop; printed last. */
  contact: readonly SheetLink[]
  /** The time of the latest event on the sheet. */
  at: UnixMs
}
