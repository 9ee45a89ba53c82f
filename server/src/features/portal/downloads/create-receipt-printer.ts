import { setImmediate } from 'node:timers/promises'
import { createTurns } from '../../../platform/turns.js'
import { loadPdfKit, type PdfKit } from './pdf/load-pdf-kit.js'
import { printSheet } from './pdf/print-sheet.js'
import type { ReceiptSheet } from './sheet.js'

/** Makes PDF files of receipts. */
type ReceiptPrinter = { print(sheet: ReceiptSheet): Promise<Buffer> }

/**
 * Loads what it needs with the first receipt. A receipt takes some 20 ms in which nothing else happens, one of two
 * hundred lines up to 100, so there is one at a time and others have their turn in between.
 */
export function createReceiptPrinter(load: () => Promise<PdfKit> = loadPdfKit): ReceiptPrinter {
  const turns = createTurns()
  let kit: PdfKit | null = null

  return {
    print: (sheet) =>
      turns.take('print', async () => {
        kit ??= await load()
        await setImmediate()
        return printSheet(kit, sheet)
      }),
  }
}
