/** Formats of the console, for one language and the shop's time zone. */
export type ConsoleFormats = {
  locale: string
  timeZone: string
  /** Formats fiat with its symbol, such as "$1,140.00". */
  money(amount: number, currency: string): string
  /** Formats fiat without a currency, such as "1,140.00". */
  amount(amount: number, currency: string): string
  /** Formats fiat with its code, such as "1,140.00 USD". */
  moneyWithCode(amount: number, currency: string): string
  /** Formats an amount of a token with all its decimals, such as "2,140.25". */
  token(amount: string): string
  count(value: number): string
  /** Formats a share, such as 0.15 as "15%". */
  percent(share: number): string
  /** Formats the time of day, such as "18:06". */
  clock(unixMs: number): string
  /** Formats the time of day with seconds, such as "18:06:31". */
  clockExact(unixMs: number): string
  /** Formats a day, such as "12 Nov 2026". */
  day(unixMs: number): string
  /** Formats a day and time, such as "12 Nov 2026, 18:06". */
  dateTime(unixMs: number): string
  /** Returns the calendar day in the shop's time zone, such as "2026-11-12". */
  dayKey(unixMs: number): string
  /** Joins names, such as "Tea and Cup". */
  list(names: readonly string[]): string
}

const cache = new Map<string, ConsoleFormats>()

/** Returns the formats of a language and time zone, whose `Intl` objects are created once. */
export function consoleFormats(locale: string, timeZone: string): ConsoleFormats {
  const key = `${locale} ${timeZone}`
  const cachedFormats = cache.get(key)
  if (cachedFormats) return cachedFormats
  const formats = createConsoleFormats(locale, timeZone)
  cache.set(key, formats)
  return formats
}

function createConsoleFormats(locale: string, timeZone: string): ConsoleFormats {
  const numbers = new Map<string, Intl.NumberFormat>()
  const numberFormat = (currency: string, style: 'currency' | 'decimal') => {
    const key = `${style} ${currency}`
    const cachedFormat = numbers.get(key)
    if (cachedFormat) return cachedFormat
    const format =
      style === 'currency'
        ? new Intl.NumberFormat(locale, { style, currency, currencyDisplay: 'narrowSymbol' })
        : new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    numbers.set(key, format)
    return format
  }
  const dates = (options: Intl.DateTimeFormatOptions, language = locale) => {
    let format: Intl.DateTimeFormat | null = null
    return (unixMs: number) => {
      format ??= new Intl.DateTimeFormat(language, { ...options, timeZone, hourCycle: 'h23' })
      return format.format(unixMs)
    }
  }
  const tokens = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 18,
  })
  const counts = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const amount = (value: number, currency: string) =>
    withMinus(numberFormat(currency, 'decimal').format(value))
  // English of the day comes first, as in the rest of the world.
  const dateLocale = locale === 'en' ? 'en-GB' : locale
  return {
    locale,
    timeZone,
    money: (value, currency) => withMinus(numberFormat(currency, 'currency').format(value)),
    amount,
    moneyWithCode: (value, currency) => `${amount(value, currency)}\u00a0${currency}`,
    // Takes a text, because a number cannot hold 18 decimals.
    token: (text) => withMinus(tokens.format(text as Intl.StringNumericLiteral)),
    count: (value) => withMinus(counts.format(value)),
    // With a space in every language, as shares and rates that a person types have it.
    percent: (share) => withMinus(percents.format(share)).replace(/(?<=\d)%/, '\u00a0%'),
    clock: dates({ hour: '2-digit', minute: '2-digit' }, dateLocale),
    clockExact: dates({ hour: '2-digit', minute: '2-digit', second: '2-digit' }, dateLocale),
    day: dates({ day: 'numeric', month: 'short', year: 'numeric' }, dateLocale),
    dateTime: dates(
      { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
      dateLocale,
    ),
    // Swedish dates are ISO 8601.
    dayKey: dates({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE'),
    list: (names) => new Intl.ListFormat(locale).format(names),
  }
}

/** Replaces the hyphen by a real minus sign. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}
