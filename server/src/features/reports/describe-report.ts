import { checksumAddress, parseAddress } from '../../lib/hex.js'
import { centsToDecimal } from '../../lib/money.js'
import { toIso } from '../../lib/time.js'
import type { SettlementReport } from './get-settlement-report.js'
import type { SettlementReportResponse } from './schemas.js'
import type { Figures, Named } from './summarize-sale.js'

export function describeReport({
  from,
  to,
  rows,
  totals,
}: SettlementReport): SettlementReportResponse {
  return {
    ok: true,
    from,
    to,
    taxes: [...totals.taxes.keys()],
    recipients: [...totals.recipients.keys()].map(showRecipient),
    rows: rows.map(({ at, receiptId, currency, tokens, ...figures }) => ({
      date: toIso(at),
      receiptId,
      currency,
      tokens,
      ...describeFigures(figures),
    })),
    totals: describeFigures(totals),
  }
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

function describeNamed(named: Named): Record<string, number> {
  return Object.fromEntries(
    [...named].map(([name, amount]) => [showRecipient(name), centsToDecimal(amount)]),
  )
}
