/** Whose share it is, and its part of all in a range from 0 to 1. */
export type Share = { recipient: string; usd: number; part: number }

/** Returns the shares of a receipt, the largest first. Without any money there are none. */
export function listShares(recipients: Readonly<Record<string, number>>): Share[] {
  const sold = Object.entries(recipients).filter(([, usd]) => usd > 0)
  const all = sold.reduce((sum, [, usd]) => sum + usd, 0)
  return sold
    .map(([recipient, usd]) => ({ recipient, usd, part: usd / all }))
    .toSorted((a, b) => b.usd - a.usd)
}
