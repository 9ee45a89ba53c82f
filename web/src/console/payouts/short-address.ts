export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

export const isSameAddress = (a: string | null, b: string | null) =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
