import { negate } from '../../core/format/negate.js'
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
  changeCents?: number
  refundedCents?: number
  isCopy?: boolean
}

/** Returns the receipt of a sale for paper. */
export function receiptSlip(sale: PrintedSale): Slip {
  const {
    register,
    id,
    at,
    cashier,
    bill,
    method,
    givenCents = 0,
    changeCents = 0,
    refundedCents = 0,
  } = sale
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
    ...(changeCents > 0
      ? [row(texts.given, money(givenCents)), row(texts.change, money(changeCents))]
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
    total(dayTexts.received, usd(report.received)),
    rule,
    ...listSums(report).flatMap(({ kind, label, amount }) =>
      kind === 'row' ? [row(label, usd(amount))] : [total(label, usd(amount))],
    ),
    rule,
    ...report.assets.map((asset) => row(nameOfAsset(asset.symbol), usd(asset.usd))),
    ...report.cash.flatMap((cash) => {
      const money = (amount: number) => format.money(amount, cash.currency)
      return [
        rule,
        center(dayTexts.drawerOf(cash.currency)),
        row(dayTexts.float, money(cash.openingFloat)),
        row(dayTexts.cashSales, money(cash.sales)),
        row(dayTexts.cashRefunds, money(negate(cash.refunds))),
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

type Sum = { kind: 'row' | 'subtotal' | 'total'; label: string; amount: number }

/**
 * Lists what the money of a day consists of: the sales without tax, and then what comes on top. Zeros
 * are left out, except the items.
 */
export function listSums(report: DayReport): Sum[] {
  const { goods, discounts, tips, taxes, refunds, refunded, refundedTax, fees, received } = report
  const hasRefunds = refunds !== 0 || refunded !== 0
  const returned = addUsd(refundedTax, -refunded)
  const sum = (kind: Sum['kind'], label: string, amount: number): Sum => ({ kind, label, amount })
  const isShown = ({ amount }: Sum) => amount !== 0
  return [
    sum('row', dayTexts.goods, goods),
    ...[
      sum('row', dayTexts.discounts, discounts),
      sum('row', dayTexts.refunds(refunds), returned),
    ].filter(isShown),
    sum('subtotal', dayTexts.netSales, addUsd(goods, discounts, returned)),
    ...[
      // Without the tax that was refunded.
      ...taxes.map(({ code, amount }) => sum('row', dayTexts.tax(code), amount)),
      sum('row', dayTexts.fees, fees),
      sum('row', dayTexts.tips, tips),
    ].filter(isShown),
    hasRefunds
      ? sum('total', dayTexts.left, addUsd(received, -refunded))
      : sum('total', dayTexts.received, received),
  ]
}

/** Adds amounts of dollars, which have at most six decimals, exactly. */
function addUsd(...amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 1e6), 0) / 1e6
}

/** The ledger names cash after its currency. */
export function nameOfAsset(symbol: string): string {
  return symbol === 'USD' ? dayTexts.cash : symbol
}
