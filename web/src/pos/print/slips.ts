import { reportTexts } from '../../core/texts/en-pos-reports.js'
import type { DayReport } from '../day/read-day.js'
import { format, formatSpan } from '../format.js'
import { formatCents } from '../register/format-cents.js'
import type { Bill } from '../sale/quote.js'
import type { Register } from '../session/use-session.js'

const texts = reportTexts.paper
const dayTexts = reportTexts.day

export type SlipLine =
  | { kind: 'title'; text: string }
  | { kind: 'center'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'row'; label: string; value: string }
  | { kind: 'total'; label: string; value: string }
  | { kind: 'rule' }

/** The content of a print, on paper of any width and by any printer. */
export type Slip = readonly SlipLine[]

const rule: SlipLine = { kind: 'rule' }
const row = (label: string, value: string): SlipLine => ({ kind: 'row', label, value })
const total = (label: string, value: string): SlipLine => ({ kind: 'total', label, value })
const center = (text: string): SlipLine => ({ kind: 'center', text })

/** The server writes the mode into the page. */
function headOf({ name }: Pick<Register, 'name'>): SlipLine[] {
  const isLive = document.getElementById('pos')?.dataset['mode'] === 'live'
  return [{ kind: 'title', text: name }, ...(isLive ? [] : [center(reportTexts.paper.sandbox)])]
}

export type PrintedSale = {
  register: Pick<Register, 'name' | 'footer'>
  id: string
  at: number
  cashier: string
  bill: Bill
  /** How it was paid. */
  method: string | null
  /** The money that the buyer gave in cash. */
  givenCents?: number
  refundedCents?: number
  isCopy?: boolean
}

/** Returns the receipt of a sale for paper. */
export function receiptSlip(sale: PrintedSale): Slip {
  const { register, id, at, cashier, bill, method, givenCents, refundedCents = 0 } = sale
  const { currency, discountCents, tipCents, taxCents, feeCents, totalCents } = bill
  const money = (cents: number) => formatCents(cents, currency)
  const sums = [
    [texts.discount, discountCents],
    [texts.tip, tipCents],
    [texts.tax, taxCents],
    [texts.fee, feeCents],
  ] as const
  return [
    ...headOf(register),
    center(format.time(at, 'local')),
    ...(sale.isCopy ? [center(texts.copy)] : []),
    rule,
    ...bill.goods.map(({ label, cents, qty }) =>
      row(qty === null || qty === 1 ? label : `${qty} x ${label}`, money(cents)),
    ),
    rule,
    ...sums.filter(([, cents]) => cents !== 0).map(([label, cents]) => row(label, money(cents))),
    total(texts.total, money(totalCents)),
    ...(method ? [center(texts.paid(method))] : []),
    ...(givenCents !== undefined && givenCents > totalCents
      ? [row(texts.given, money(givenCents)), row(texts.change, money(givenCents - totalCents))]
      : []),
    ...(refundedCents > 0 ? [row(texts.refunded, money(-refundedCents))] : []),
    rule,
    center(texts.cashier(cashier)),
    center(id),
    ...register.footer
      .split('\n')
      .filter((text) => text.trim() !== '')
      .map(center),
  ]
}

export type PrintedDay = {
  register: Pick<Register, 'name'>
  report: DayReport
  number: number
  openedAt: number
  /** Null while the day is open. */
  closed: { at: number; by: string } | null
}

/** Returns the report of a day for paper. */
export function daySlip({ register, report, number, openedAt, closed }: PrintedDay): Slip {
  const usd = (amount: number) => format.money(amount, 'USD')
  return [
    ...headOf(register),
    center(closed ? texts.dayClose(number) : texts.dayOpen(number)),
    center(
      closed
        ? dayTexts.span(...formatSpan(openedAt, closed.at))
        : dayTexts.since(format.time(openedAt, 'local')),
    ),
    center(dayTexts.sales(report.sales)),
    rule,
    ...listSums(report).map(({ label, amount }) => row(label, usd(amount))),
    total(dayTexts.received, usd(report.received)),
    ...(report.refunds === 0
      ? []
      : [
          row(dayTexts.refunds(report.refunds), usd(-report.refunded)),
          total(dayTexts.left, usd(report.received - report.refunded)),
        ]),
    rule,
    ...report.assets.map((asset) => row(nameOfAsset(asset.symbol), usd(asset.usd))),
    ...report.cash.flatMap((cash) => {
      const money = (amount: number) => format.money(amount, cash.currency)
      return [
        rule,
        center(dayTexts.drawerOf(cash.currency)),
        row(dayTexts.float, money(cash.openingFloat)),
        row(dayTexts.cashSales, money(cash.sales)),
        row(dayTexts.cashRefunds, money(-cash.refunds)),
        row(dayTexts.expected, money(cash.expected)),
        ...(cash.counted === null
          ? [row(dayTexts.counted, dayTexts.notCounted)]
          : [
              row(dayTexts.counted, money(cash.counted)),
              total(dayTexts.difference, money(cash.difference ?? 0)),
            ]),
      ]
    }),
    ...(report.cashiers.length > 0 ? [rule, center(dayTexts.byCashier)] : []),
    ...report.cashiers.flatMap(({ name, sales, tips, received }) => [
      row(`${name}, ${dayTexts.sales(sales)}`, usd(received)),
      row(dayTexts.tips, usd(tips)),
    ]),
    rule,
    center(
      closed
        ? dayTexts.closedBy(closed.by, format.time(closed.at, 'local'))
        : format.time(Date.now(), 'local'),
    ),
  ]
}

/** Lists what the received money consists of. Zeros are left out, except the items. */
export function listSums(report: DayReport): { label: string; amount: number }[] {
  const { goods, discounts, tips, taxes, refundedTax, fees } = report
  const rest = [
    { label: dayTexts.discounts, amount: discounts },
    ...taxes.map(({ code, amount }) => ({ label: dayTexts.tax(code), amount })),
    // The components are without the tax that was refunded.
    { label: dayTexts.refundedTax, amount: refundedTax },
    { label: dayTexts.fees, amount: fees },
    { label: dayTexts.tips, amount: tips },
  ]
  return [{ label: dayTexts.goods, amount: goods }, ...rest.filter(({ amount }) => amount !== 0)]
}

/** The ledger names cash after its currency. */
export function nameOfAsset(symbol: string): string {
  return symbol === 'USD' ? dayTexts.cash : symbol
}
