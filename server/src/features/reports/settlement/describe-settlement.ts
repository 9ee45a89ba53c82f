import { formatCsv } from '../../../lib/format-csv.js'
import { checksumAddress, parseAddress } from '../../../lib/hex.js'
import { type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import { toIso } from '../../../lib/time.js'
import { asNumber } from '../send-csv.js'
import type { SettlementReport } from './get-settlement-report.js'
import type { SettlementReportResponse } from './schemas.js'
import type { AmountsByName, Figures } from './summarize-sale.js'
import type { UnsoldRow } from './summarize-unsold.js'

export function describeSettlement(report: SettlementReport): SettlementReportResponse {
  const { from, to, rows, totals, receivedNotSold } = report
  return {
    ok: true,
    from,
    to,
    taxes: [...totals.taxes.keys()],
    recipients: listRecipients({ totals, receivedNotSold }).map(showRecipient),
    rows: rows.map(({ at, receiptId, currency, tokens, ...figures }) => ({
      date: toIso(at),
      receiptId,
      currency,
      tokens,
      ...describeFigures(figures),
    })),
    totals: describeFigures(totals),
    receivedNotSold: {
      rows: receivedNotSold.rows.map(
        ({ at, receiptId, token, amount, transactionHash, ...row }) => ({
          date: toIso(at),
          receiptId,
          token,
          amount,
          transactionHash,
          ...describeReceived(row),
        }),
      ),
      totals: describeReceived(receivedNotSold.totals),
    },
  }
}

/** Lists the recipients of all rows, sorted. */
function listRecipients(report: Pick<SettlementReport, 'totals' | 'receivedNotSold'>): string[] {
  const { totals, receivedNotSold } = report
  const names = [...totals.recipients.keys(), ...receivedNotSold.totals.recipients.keys()]
  return [...new Set(names)].toSorted()
}

/** Checksums wallets. Other names stay as they are. */
function showRecipient(name: string): string {
  const address = parseAddress(name)
  return address ? checksumAddress(address) : name
}

function describeFigures(figures: Figures) {
  const { subtotal, taxes, fee, total, refunds, net, credit, recipients } = figures
  return {
    subtotal: centsToDecimal(subtotal),
    taxes: describeNamed(taxes),
    fee: centsToDecimal(fee),
    total: centsToDecimal(total),
    refunds: centsToDecimal(refunds),
    net: centsToDecimal(net),
    credit: centsToDecimal(credit),
    recipients: describeNamed(recipients),
  }
}

function describeReceived({ usd, recipients }: Pick<UnsoldRow, 'usd' | 'recipients'>) {
  return { usd: centsToDecimal(usd), recipients: describeNamed(recipients) }
}

function describeNamed(amounts: AmountsByName): Record<string, number> {
  return Object.fromEntries(
    [...amounts].map(([name, amount]) => [showRecipient(name), centsToDecimal(amount)]),
  )
}

/**
 * Formats a report as CSV. The column `type` is `sale`, `received_not_sold`, or `total` and
 * `total_received_not_sold` for the totals of the lines before.
 */
export function formatSettlement(report: SettlementReport): string {
  const { rows, totals, receivedNotSold } = report
  const taxes = [...totals.taxes.keys()]
  const recipients = listRecipients(report)
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
    'type',
    'amount',
    'transactionHash',
  ]
  const lines = rows.map((row) => [
    toIso(row.at),
    row.receiptId,
    row.currency,
    row.tokens.join('+'),
    ...amounts(row),
    'sale',
    '',
    '',
  ])
  const received = receivedNotSold.rows.map((row) => [
    toIso(row.at),
    row.receiptId ?? '',
    '',
    row.token,
    ...amounts(creditOnly(row)),
    'received_not_sold',
    asNumber(row.amount),
    row.transactionHash ?? '',
  ])
  const total = (figures: Figures, type: string) => [
    'total',
    '',
    '',
    '',
    ...amounts(figures),
    type,
    '',
    '',
  ]
  const sold = [...lines, total(totals, 'total')]
  const receivedTotal = total(creditOnly(receivedNotSold.totals), 'total_received_not_sold')
  const unsold = received.length === 0 ? [] : [...received, receivedTotal]
  return formatCsv([head, ...sold, ...unsold])
}

/** Money without a sale is all credit. */
function creditOnly({ usd, recipients }: Pick<UnsoldRow, 'usd' | 'recipients'>): Figures {
  return { ...noFigures, credit: usd, recipients }
}

const none: Cents = cents(0n)
const noFigures: Figures = {
  subtotal: none,
  taxes: new Map(),
  fee: none,
  total: none,
  refunds: none,
  net: none,
  credit: none,
  recipients: new Map(),
}

function amountsOf(
  { subtotal, taxes, fee, total, refunds, net, credit, recipients }: Figures,
  names: { taxes: readonly string[]; recipients: readonly string[] },
): number[] {
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
