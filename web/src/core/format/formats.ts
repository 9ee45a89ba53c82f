/** Formats for one locale. The server and the browser produce the same text for the same input. */
export type Formats = {
  /** Formats fiat with its symbol, such as "€1,234.50". */
  money(amount: number, currency: string): string
  /** Formats a token amount with grouping and at least two decimals. Never rounds. */
  token(amount: string): string
  /** Formats a whole number with grouping. */
  count(value: number): string
  /** Formats a share, such as 0.005 as "0.5%". */
  percent(share: number): string
  /** Formats a time to the minute, in the reader's time zone, or in UTC. */
  time(unixMs: number, zone: 'local' | 'UTC'): string
  /** Joins names, such as "Tea and Cup". */
  list(names: readonly string[]): string
}

const fiat = ['USD', 'EUR'] as const

/** Creates the formats of a locale. */
export function createFormats(locale: string): Formats {
  const currencies = new Map<string, Intl.NumberFormat>(
    fiat.map((currency) => [
      currency,
      new Intl.NumberFormat(locale, { style: 'currency', currency }),
    ]),
  )
  const tokens = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 18,
  })
  const counts = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const minutes = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const
  const utc = new Intl.DateTimeFormat(locale, { ...minutes, timeZone: 'UTC' })

  return {
    money: (amount, currency) =>
      withMinus(currencies.get(currency)?.format(amount) ?? `${counts.format(amount)} ${currency}`),
    // Takes a text, because a number cannot hold 18 decimals.
    token: (amount) => tokens.format(amount as Intl.StringNumericLiteral),
    count: (value) => counts.format(value),
    percent: (share) => percents.format(share),
    time: (unixMs, zone) =>
      zone === 'UTC'
        ? `${utc.format(unixMs)} UTC`
        : new Intl.DateTimeFormat(locale, minutes).format(unixMs),
    // Few pages need it, and creating it takes a slow phone some 15 ms.
    list: (names) => new Intl.ListFormat(locale).format(names),
  }
}

/** Replaces the hyphen by a real minus sign. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}
