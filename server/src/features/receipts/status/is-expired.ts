import type { UnixMs } from '../../../lib/time.js'
import type { Receipt } from '../receipt.js'

export function isExpired({ expiresAt }: Pick<Receipt, 'expiresAt'>, now: UnixMs): boolean {
  return expiresAt !== null && expiresAt <= now
}
