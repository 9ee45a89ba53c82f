/** Returns an amount with the opposite sign. Nothing has none, but -0 would be shown with one. */
export function negate(amount: number): number {
  return 0 - amount
}
