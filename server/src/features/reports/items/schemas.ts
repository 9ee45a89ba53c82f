import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import { integer, namedObject, number, okResponse, orNull } from '../../../platform/http/schemas.js'
import { daySpan, ReportQuery } from '../schemas.js'

export const ItemReportQuery = Type.Object({
  ...ReportQuery.properties,
  limit: integerText('Items to list, 1 to 100, default 20', {
    minimum: 1,
    maximum: 100,
    default: 20,
  }),
})

const textOrNull = (description: string) => orNull(Type.String(), description)

export const ItemReportResponse = okResponse('ItemReport', {
  ...daySpan,
  items: Type.Array(
    namedObject('SoldItem', {
      type: Type.Enum(['item', 'discount', 'tip'], { type: 'string' }),
      itemId: textOrNull('Null for lines without an inventory item, which count by label'),
      sku: textOrNull('Null for lines without one'),
      label: Type.String(),
      qty: number('A line without a quantity counts as one'),
      receipts: integer('Receipts with the item'),
      sales: number('Dollars before tax and fee; refunds are included'),
    }),
    { description: 'The highest sales first' },
  ),
  others: Type.Object(
    { items: Type.Integer(), sales: Type.Number() },
    { description: 'The items that are not listed' },
  ),
  totals: Type.Object(
    { items: Type.Integer(), sales: Type.Number() },
    { description: 'All items' },
  ),
})
export type ItemReportResponse = Static<typeof ItemReportResponse>
