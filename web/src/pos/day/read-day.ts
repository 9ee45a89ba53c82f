import type { Currency } from '../sale/cart.js'

type CashCount = {
  currency: Currency
  openingFloat: number
  sales: number
  refunds: number
  expected: number
  counted: number | null
  difference: number | null
}

/** The sums of a day, in dollars, as the service reports them. */
export type DayReport = {
  sales: number
  refunds: number
  goods: number
  discounts: number
  tips: number
  fees: number
  received: number
  refunded: number
  refundedTax: number
  taxes: readonly { code: string; amount: number }[]
  assets: readonly { symbol: string; amount: string; usd: number }[]
  cash: readonly CashCount[]
  cashiers: readonly {
    id: string
    name: string
    sales: number
    tips: number
    received: number
  }[]
}

type Day = DayReport & { number: number; openedAt: number }

/** A full day holds no further sale or refund. */
export type OpenDay = Day & { isFull: boolean }

export type DayClose = Day & { closedAt: number; closedBy: string }

export type Days = { open: OpenDay | null; closes: readonly DayClose[] }

/** Returns a report as CSV for spreadsheets: section, label and amount. */
export function toCsv(day: OpenDay | DayClose): string {
  const rows: (string | number | null)[][] = [
    ['part', 'name', 'currency', 'amount'],
    ['day', 'number', '', day.number],
    ['day', 'opened', '', new Date(day.openedAt).toISOString()],
    ...('closedAt' in day ? [['day', 'closed', '', new Date(day.closedAt).toISOString()]] : []),
    ['sums', 'sales', '', day.sales],
    ['sums', 'refunds', '', day.refunds],
    ...(['goods', 'discounts', 'tips', 'fees', 'received', 'refunded', 'refundedTax'] as const).map(
      (name) => ['sums', name, 'USD', day[name]],
    ),
    ...day.taxes.map(({ code, amount }) => ['tax', code, 'USD', amount]),
    ...day.assets.map(({ symbol, usd }) => ['asset', symbol, 'USD', usd]),
    ...day.cash.flatMap(({ currency, ...amounts }) =>
      Object.entries(amounts).map(([name, amount]) => ['cash', name, currency, amount]),
    ),
    ...day.cashiers.flatMap(({ name, sales, tips, received }) => [
      ['cashier sales', name, '', sales],
      ['cashier tips', name, 'USD', tips],
      ['cashier received', name, 'USD', received],
    ]),
  ]
  return rows.map((cells) => cells.map(quote).join(',')).join('\r\n')
}

/** A cell that starts like a formula would run in a spreadsheet. */
function quote(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
