import { Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import {
  integer,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'

export const MerchantReportQuery = Type.Object({
  from: Type.Optional(text('First day in UTC, as YYYY-MM-DD. Default: 29 days before `to`')),
  to: Type.Optional(text('Last day in UTC; the range has at most 92 days. Default: today')),
  merchant: Type.Optional(text('Wallet of a merchant. Return only its days')),
  format: Type.Optional(text('json (default), or csv for all rows of the range')),
  limit: integerText('1 to 200, default 100; not for CSV', {
    minimum: 1,
    maximum: 200,
    default: 100,
  }),
  cursor: Type.Optional(text('`nextCursor` of the previous page; not for CSV')),
})

const figures = {
  orders: integer('Sales, minus reversed sales'),
  volume: number('Sales with taxes and fees'),
  fees: number('Fee lines of receipts'),
  platformFees: number('The share of the platform'),
  refunds: number('Refunds recorded on the day, of any sale'),
  net: number('Volume minus refunds'),
  receipts: integer('Receipts created on the day'),
  failures: integer('Those of `receipts` that have failed'),
}

export const MerchantReportResponse = okResponse('MerchantReport', {
  from: Type.String(),
  to: Type.String(),
  totals: namedObject('MerchantReportTotals', figures, {
    description: 'Of all merchants and days in the range, whatever the page. Amounts are dollars.',
  }),
  days: Type.Array(
    namedObject('MerchantReportDay', {
      date: text('UTC, such as 2026-01-31'),
      wallet: text('Wallet of the merchant'),
      ...figures,
    }),
    { description: 'The newest day first. Days without sales, refunds and receipts are absent.' },
  ),
  nextCursor: orNull(Type.String()),
})
