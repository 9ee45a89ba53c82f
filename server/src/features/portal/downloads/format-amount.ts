/**
 * A wire amount as people read it: at least two decimals, thousands apart, and a real minus sign. Works on the digits,
 * so nothing is rounded; from a millionth to ten trillion none of them has an exponent.
 */
export function formatAmount(value: number | string): string {
  const [whole = '', fraction = ''] = String(value).split('.')
  const grouped = whole.replace('-', '\u2212').replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${grouped}.${fraction.padEnd(2, '0')}`
}
