/** Long enough to tell receipts apart, short enough for every file system. */
const maxIdLength = 100

/** What a receipt's file is called, without anything that a header or a file system reads otherwise. */
export function receiptFileName(receiptId: string): string {
  const safeId = receiptId.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, maxIdLength)
  return `receipt-${safeId}.pdf`
}
