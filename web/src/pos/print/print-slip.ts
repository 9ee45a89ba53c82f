import { reportTexts } from '../../core/texts/en-pos-reports.js'
import type { Register, Session } from '../session/use-session.js'
import { printOnPaper } from './paper.js'
import { readPrinter } from './printer-settings.js'
import type { Slip } from './slips.js'

const texts = reportTexts.printer

export type Printing = { session: Session; register: Register }

/** Prints a slip as the register is set up. Returns a notice for the cashier, or null. */
export async function printSlip(
  slip: Slip,
  { session, register }: Printing,
): Promise<string | null> {
  const { way, baudRate } = readPrinter(session.stored, register.id)
  const { receiptWidth: widthMm } = register
  if (way === 'page') {
    printOnPaper(slip, widthMm)
    return null
  }
  // Most registers have no such printer, so their page does not load its commands.
  const loaded = await import('./receipt-printer.js').catch(() => null)
  if (!loaded) return texts.failed
  const result = await loaded.sendToPrinter(slip, { widthMm, way, baudRate })
  return { printed: texts.printed, missing: texts.notFound, failed: texts.failed }[result]
}
