/** Adds a fifth to a gas estimate, because the state may change before the transaction is mined. */
export function withMargin(gas: bigint): bigint {
  return (gas * 6n + 4n) / 5n
}
