import { type Static, Type } from 'typebox'
import { sumPeriods } from '../../ledger/day-sum.js'
import { daySpan, ReportQuery } from '../schemas.js'

export const TaxReportQuery = Type.Object({
  ...ReportQuery.properties,
  period: Type.Optional(
    Type.String({ description: `${sumPeriods.join(', ')}; default month, in UTC` }),
  ),
})

const figures = {
  orders: Type.Integer({ description: 'Sales, minus reversed sales' }),
  sales: Type.Number({ description: 'Dollars before tax and fee' }),
  refunds: Type.Number({
    description: 'Dollars refunded in the period, tax and fee included',
  }),
  tax: Type.Number({ description: 'Dollars of tax collected, minus the tax of refunds' }),
  refundedTax: Type.Number({ description: 'Dollars of tax in the refunds of the period' }),
  components: Type.Record(Type.String(), Type.Number(), {
    description: 'The tax by component; `tax` for a rate without components',
  }),
}

export const TaxReportResponse = Type.Object(
  {
    ok: Type.Literal(true),
    ...daySpan,
    rows: Type.Array(
      Type.Object(
        {
          period: Type.String({ description: 'Such as 2026-01-31, 2026-01 or 2026-Q1' }),
          jurisdictionCode: Type.Union([Type.String(), Type.Null()], {
            description: 'Null for sales without a jurisdiction',
          }),
          ...figures,
        },
        { title: 'TaxPeriod' },
      ),
      { description: 'By period, then by jurisdiction' },
    ),
    totals: Type.Object(figures, { title: 'TaxTotals' }),
  },
  { title: 'TaxReport' },
)
export type TaxReportResponse = Static<typeof TaxReportResponse>
