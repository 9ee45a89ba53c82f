import type { Register, Session } from '../session/use-session.js'
import { printOnPaper } from './paper.js'
import type { Slip } from './slips.js'

export type Printing = { session: Session; register: Register }

/** Prints a slip as the register is set up. Returns a notice for the cashier, or null. */
export async function printSlip(slip: Slip, { register }: Printing): Promise<string | null> {
  printOnPaper(slip, register.receiptWidth)
  return null
}
