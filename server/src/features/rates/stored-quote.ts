import { ppm } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import type { Quote } from './provider.js'

/** A quote in JSON, which has no bigint. */
export type StoredQuote = { provider: Quote['provider']; usdPpm: string; quotedAt: number }

export function toStoredQuote({ provider, rate, quotedAt }: Quote): StoredQuote {
  return { provider, usdPpm: String(rate), quotedAt }
}

/**
 * Returns the stored quotes that agreed on a rate. Empty when the rate's own quote is missing: an older release, which
 * does not write the column, has then replaced the rate.
 */
export function votersOf(rate: Quote, stored: readonly StoredQuote[] | null): Quote[] {
  const voters = (stored ?? []).map(toQuote)
  return voters.some((voter) => isSame(voter, rate)) ? voters : []
}

function isSame(a: Quote, b: Quote): boolean {
  return a.provider === b.provider && a.rate === b.rate && a.quotedAt === b.quotedAt
}

function toQuote({ provider, usdPpm, quotedAt }: StoredQuote): Quote {
  return { provider, rate: ppm(BigInt(usdPpm)), quotedAt: unixMs(quotedAt) }
}
