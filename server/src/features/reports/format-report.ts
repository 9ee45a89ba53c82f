import { formatCsvRow } from '../../lib/format-csv.js'
import { type Cents, cents, centsToDecimal } from '../../lib/money.js'
import { toIso } from '../../lib/time.js'
import { showRecipient } from './describe-report.js'
import type { SettlementReport } from './get-settlement-report.js'
import type { Figures } from './summarize-sale.js'

/** Formats a report as CSV, with the totals in the last line. */
export function formatReport({ rows, totals }: SettlementReport): string {
  const taxes = [...totals.taxes.keys()]
  const recipients = [...totals.recipients.keys()]
  const amounts = (figures: Figures) => amountsOf(figures, { taxes, recipients })

  const head = [
    'date',
    'receiptId',
    'currency',
    'token',
    'subtotal',
    ...taxes.map((code) => `tax:${code}`),
    'fee',
    'total',
    'refunds',
    'net',
    'credit',
    ...recipients.map(showRecipient),
  ]
  const lines = rows.map((row) => [
    toIso(row.at),
    row.receiptId,
    row.currency,
    row.tokens.join('+'),
    ...amounts(row),
  ])
  const last = ['total', '', '', '', ...amounts(totals)]
  return [head, ...lines, last].map(formatCsvRow).join('')
}

function amountsOf(
  { subtotal, taxes, fee, total, refunds, net, credit, recipients }: Figures,
  names: { taxes: readonly string[]; recipients: readonly string[] },
): number[] {
  const none: Cents = cents(0n)
  return [
    subtotal,
    ...names.taxes.map((code) => taxes.get(code) ?? none),
    fee,
    total,
    refunds,
    net,
    credit,
    ...names.recipients.map((name) => recipients.get(name) ?? none),
  ].map(centsToDecimal)
}
