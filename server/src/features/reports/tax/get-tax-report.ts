import type { Address } from '../../../lib/hex.js'
import { type Micros, micros } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import type { JurisdictionSum, SumPeriod } from '../../ledger/day-sum.js'
import { sumByJurisdiction } from '../../ledger/sum-days.js'
import type { DaySpan } from '../read-day-query.js'
import type { Span } from '../read-report-query.js'
import { addFigures } from '../summary/figures.js'

export type TaxFigures = {
  orders: number
  /** Before tax and fee. */
  sales: Micros
  refunds: Micros
  /** Collected with sales, minus the tax of refunds. */
  tax: Micros
  refundedTax: Micros
  /** The parts of the tax by component. */
  components: ReadonlyMap<string, Micros>
}

export type TaxReport = Span & {
  period: SumPeriod
  /** By period, then by jurisdiction. */
  rows: (TaxFigures & { periodDay: number; jurisdiction: string })[]
  totals: TaxFigures
}

/** Reports the tax that a merchant collected and did not refund, from the sums of the ledger. */
export async function getTaxReport(
  ctx: Pick<TxContext, 'db'>,
  input: DaySpan & { merchant: Address; period: SumPeriod },
): Promise<TaxReport> {
  const { merchant, from, to, fromDay, toDay, period } = input
  const kinds = ['sale', 'refund'] as const
  const sums = await sumByJurisdiction(ctx, { merchant, fromDay, toDay, kinds, period })
  const groups = new Map<string, JurisdictionSum[]>()
  for (const sum of sums) {
    const name = `${sum.periodDay} ${sum.jurisdiction}`
    const group = groups.get(name)
    if (group) group.push(sum)
    else groups.set(name, [sum])
  }
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { periodDay, jurisdiction } = first
    return [{ periodDay, jurisdiction, ...taxFigures(group) }]
  })
  return { from, to, period, rows, totals: taxFigures(sums) }
}

function taxFigures(sums: readonly JurisdictionSum[]): TaxFigures {
  const { orders, subtotal, taxes, refunds, refundedTax } = addFigures(sums)
  const components = new Map<string, Micros>()
  for (const { account, usdMicros } of sums) {
    if (!account.startsWith('tax:')) continue
    const name = account.slice('tax:'.length)
    components.set(name, micros((components.get(name) ?? 0n) - usdMicros))
  }
  const tax = micros(taxes - refundedTax)
  return { orders, sales: subtotal, refunds, tax, refundedTax, components }
}
