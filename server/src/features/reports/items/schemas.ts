import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import { daySpan, ReportQuery } from '../schemas.js'

export const ItemReportQuery = Type.Object({
  ...ReportQuery.properties,
  limit: integerText('Items to list, 1 to 100, default 20', {
    minimum: 1,
    maximum: 100,
    default: 20,
  }),
})

const textOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description })

export const ItemReportResponse = Type.Object(
  {
    ok: Type.Literal(true),
    ...daySpan,
    items: Type.Array(
      Type.Object(
        {
          type: Type.Enum(['item', 'discount', 'tip'], { type: 'string' }),
          itemId: textOrNull('Null for lines without an inventory item, which count by label'),
          sku: textOrNull('Null for lines without one'),
          label: Type.String(),
          qty: Type.Number({ description: 'A line without a quantity counts as one' }),
          receipts: Type.Integer({ description: 'Receipts with the item' }),
          sales: Type.Number({ description: 'Dollars before tax and fee; refunds are included' }),
        },
        { title: 'SoldItem' },
      ),
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
  },
  { title: 'ItemReport' },
)
export type ItemReportResponse = Static<typeof ItemReportResponse>
