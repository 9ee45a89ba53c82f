import type { ReceiptLine } from '../receipt.js'

/** The labels of tax and fee lines, as the API and stored receipts show them. */
export const chargeLabels = { tax: 'Tax', fee: 'Processing Fee' } as const

/** Returns the label to show for a line. */
export function labelOf({ kind, label }: Pick<ReceiptLine, 'kind' | 'label'>): string {
  if (kind === 'tax' || kind === 'fee') return chargeLabels[kind]
  return label ?? ''
}
