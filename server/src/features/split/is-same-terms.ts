import { isDeepStrictEqual } from 'node:util'
import type { SplitTerms } from './split.js'

/** Whether two splits are one contract that pays the same to the same, in whatever order they are named. */
export function isSameTerms(a: SplitTerms, b: SplitTerms): boolean {
  return isDeepStrictEqual(ordered(a), ordered(b))
}

function ordered({ address, chainId, recipients }: SplitTerms): SplitTerms {
  const byAddress = recipients.toSorted((one, other) => (one.address < other.address ? -1 : 1))
  return { address, chainId, recipients: byAddress }
}
