import type { Address } from '../../lib/hex.js'
import type { Amount, Entry } from './entry.js'
import { transferEntries } from './transfer-entries.js'

/** A split paid somebody what they were owed. */
export function releaseEntries({ account, ...amount }: Amount & { account: Address }): Entry[] {
  return transferEntries(amount, { from: 'custody', to: `due:${account}` })
}
