import type { UnixMs } from '../../../lib/time.js'
import type { Receipt } from '../receipt.js'

/** Whether the time is over in which a receipt can be paid. */
export function isExpired({ expiresAt }: Pick<Receipt, 'expiresAt'>, now: UnixMs): boolean {
  return expiresAt !== null && expiresAt <= now
}
