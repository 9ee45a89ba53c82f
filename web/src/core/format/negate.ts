/** Returns an amount with the opposite sign. Zero has no sign, but -0 would be shown with it. */
export function negate(amount: number): number {
  return 0 - amount
}
