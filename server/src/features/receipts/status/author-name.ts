import type { Author } from '../../../auth/caller.js'
import { checksumAddress } from '../../../lib/hex.js'

/** What a timeline calls whoever did something. */
export function authorName(by: Author): string {
  return 'keyId' in by ? by.keyId : checksumAddress(by.wallet)
}
