/** Formats a decimal with grouping and a real minus sign. Shows at least two decimals and never rounds a text. */
export function formatAmount(amount: number | string): string {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(amount)) ?? []
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign && '−'}${grouped}.${fraction.padEnd(2, '0')}`
}

/** The service rounds numbers to six decimals. */
function plain(amount: number | string): string {
  return typeof amount === 'string' ? amount : amount.toFixed(6).replace(/0{1,4}$/, '')
}

/** Formats a token amount as a buyer types it into a wallet: no grouping, no rounding. */
export function formatExact(amount: string): string {
  return /^\d+$/.test(amount) ? `${amount}.00` : amount.replace(/\.(\d)$/, '.$10')
}
