/** Reads an amount above zero with at most two decimals, with a point or a comma. Null if it is none. */
export function parseAmount(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^[$€]\s*/, '')
    .replace(',', '.')
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain)) return null
  const amount = Number(plain)
  return amount > 0 ? amount : null
}
