import type { Rule } from '../../../lib/fields/read-fields.js'
import { lookAlikeHashes } from '../../shop/listings/look-alike.js'

const pattern = /^[A-Za-z0-9][A-Za-z0-9_]{1,28}[A-Za-z0-9]$/

/** Words of our own URLs, and names that could impersonate the platform or its staff. */
const reserved = new Set(
  `about account accounts admin administrator anonymous api app avatar avatars billing buyer console
   customer deleted directory docs everyone graphql guest heartbeat help info leaderboard legal live
   login logout mail me merchant merchants mod moderator null official operator owner payments
   platform portal privacy root sandbox search security seller service settings shop shops signin
   staff status support system tallystick team terms undefined unknown user users verified webhooks
   www x402`
    .split(/\s+/)
    .flatMap(lookAlikeHashes),
)

/** Accepts a handle, in any width. Case is kept for display. */
export const handle: Rule<string> = (value) => {
  const text = typeof value === 'string' ? value.slice(0, 200).normalize('NFKC') : ''
  if (!pattern.test(text)) {
    return {
      problem:
        'must be 3 to 30 letters from A to Z, digits and underscores, and must start and end with a letter or digit',
    }
  }
  return { value: text }
}

/** Returns the form that handles are found by. Empty for a text that is not a handle. */
export function handleKeyOf(text: string): string {
  const read = handle(text)
  return 'value' in read ? read.value.toLowerCase() : ''
}

/** Returns whether a handle looks like a reserved word. */
export function isReserved(text: string): boolean {
  return lookAlikeHashes(text).some((hash) => reserved.has(hash))
}
