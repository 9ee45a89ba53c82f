/** Returns a number unless it would lose digits: a negative amount as text would look like a formula. */
export function asNumber(amount: string): number | string {
  return String(Number(amount)) === amount ? Number(amount) : amount
}
