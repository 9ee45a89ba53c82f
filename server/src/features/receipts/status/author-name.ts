import type { Author } from '../../../auth/caller.js'
import { checksumAddress } from '../../../lib/hex.js'

/** Returns the name of an author in a timeline. */
export function authorName(by: Author): string {
  return 'keyId' in by ? by.keyId : checksumAddress(by.wallet)
}
