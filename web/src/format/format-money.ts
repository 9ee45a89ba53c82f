/** A decimal as people read it: grouped, with a real minus sign. At least two decimals, and all that it has. */
export function formatAmount(amount: number | string): string {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(amount)) ?? []
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign && '−'}${grouped}.${fraction.padEnd(2, '0')}`
}

/** Texts are exact already. Numbers are to a millionth, which is as fine as the service counts. */
function plain(amount: number | string): string {
  return typeof amount === 'string' ? amount : amount.toFixed(6).replace(/0{1,4}$/, '')
}

/** A token amount as it has to be typed into a wallet: no grouping, nothing rounded. */
export function formatExact(amount: string): string {
  return /^\d+$/.test(amount) ? `${amount}.00` : amount.replace(/\.(\d)$/, '.$10')
}
