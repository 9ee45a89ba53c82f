import { type Static, Type } from 'typebox'
import {
  integer,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'
import { sumPeriods } from '../../ledger/day-sum.js'
import { daySpan, ReportQuery } from '../schemas.js'

export const TaxReportQuery = Type.Object({
  ...ReportQuery.properties,
  period: Type.Optional(text(`${sumPeriods.join(', ')}; default month, in the time zone`)),
})

const figures = {
  orders: integer('Sales, minus reversed sales'),
  sales: number('Dollars before tax and fee'),
  refunds: number('Dollars refunded in the period, tax and fee included'),
  tax: number('Dollars of tax collected, minus the tax of refunds'),
  refundedTax: number('Dollars of tax in the refunds of the period'),
  components: Type.Record(Type.String(), Type.Number(), {
    description: 'The tax by component; `tax` for a rate without components',
  }),
}

export const TaxReportResponse = okResponse('TaxReport', {
  ...daySpan,
  rows: Type.Array(
    namedObject('TaxPeriod', {
      period: text('Such as 2026-01-31, 2026-01 or 2026-Q1'),
      jurisdictionCode: orNull(Type.String(), 'Null for sales without a jurisdiction'),
      ...figures,
    }),
    { description: 'By period, then by jurisdiction' },
  ),
  totals: namedObject('TaxTotals', figures),
})
export type TaxReportResponse = Static<typeof TaxReportResponse>
