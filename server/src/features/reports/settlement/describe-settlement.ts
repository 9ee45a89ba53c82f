import { checksumAddress, parseAddress } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import { toIso } from '../../../lib/time.js'
import type { SettlementReport } from './get-settlement-report.js'
import type { SettlementReportResponse } from './schemas.js'
import type { Figures, Named } from './summarize-sale.js'
import type { UnsoldRow } from './summarize-unsold.js'

export function describeSettlement({
  from,
  to,
  rows,
  totals,
  receivedNotSold,
}: SettlementReport): SettlementReportResponse {
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
export function listRecipients({
  totals,
  receivedNotSold,
}: Pick<SettlementReport, 'totals' | 'receivedNotSold'>): string[] {
  const names = [...totals.recipients.keys(), ...receivedNotSold.totals.recipients.keys()]
  return [...new Set(names)].toSorted()
}

/** Checksums wallets. Other names stay as they are. */
export function showRecipient(name: string): string {
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

function describeNamed(named: Named): Record<string, number> {
  return Object.fromEntries(
    [...named].map(([name, amount]) => [showRecipient(name), centsToDecimal(amount)]),
  )
}
