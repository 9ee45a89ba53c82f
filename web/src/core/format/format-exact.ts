/** Formats a token amount as a buyer types it into a wallet: no grouping, no rounding. */
export function formatExact(amount: string): string {
  return /^\d+$/.test(amount) ? `${amount}.00` : amount.replace(/\.(\d)$/, '.$10')
}
