/** A fifth more than was estimated: between now and its block, others change what a transaction has to do. */
export function withMargin(gas: bigint): bigint {
  return (gas * 6n + 4n) / 5n
}
