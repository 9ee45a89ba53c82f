import { type Static, Type } from 'typebox'
import { currencies } from '../../../lib/money.js'
import { integer, namedEnum, okResponse, orNull, text } from '../../../platform/http/schemas.js'

const dollars = (description: string) => Type.Number({ description })

const figures = {
  subtotal: dollars('Before tax and fee'),
  taxes: Type.Record(Type.String(), Type.Number(), { description: 'Amount by tax component' }),
  fee: dollars('Processing fee'),
  total: dollars('Subtotal, taxes and fee'),
  refunds: dollars('All refunds of the receipt, including those after the range'),
  net: dollars('Total minus refunds'),
  credit: dollars('Amount overpaid'),
  recipients: Type.Record(Type.String(), Type.Number(), {
    description:
      'Shares of net and credit by recipient; `manual` for manual payments, `unassigned` for amounts without a recipient',
  }),
}

const received = {
  usd: dollars('Value when it was received; negative if it was returned'),
  recipients: Type.Record(Type.String(), Type.Number(), { description: 'Shares by recipient' }),
}

export const SettlementReportResponse = okResponse('SettlementReport', {
  from: integer('Unix ms'),
  to: integer('Unix ms'),
  taxes: Type.Array(Type.String(), { description: 'All tax components in the report' }),
  recipients: Type.Array(Type.String(), { description: 'All recipients in the report' }),
  rows: Type.Array(
    Type.Object({
      date: text('Time of sale, ISO 8601'),
      receiptId: Type.String(),
      currency: namedEnum('Currency', currencies),
      tokens: Type.Array(Type.String(), { description: 'Tokens of the payment' }),
      ...figures,
    }),
    { description: 'One row per receipt, newest first; all amounts in dollars' },
  ),
  totals: Type.Object(figures),
  receivedNotSold: Type.Object(
    {
      rows: Type.Array(
        Type.Object({
          date: text('Time of the ledger posting, ISO 8601'),
          receiptId: orNull(Type.String(), 'Null for tokens that were sent directly to a split'),
          token: text('Token symbol, or `USD` for a manual payment'),
          amount: text('Decimal amount of the token; negative if it was returned'),
          transactionHash: orNull(
            Type.String(),
            'Null for amounts below a cent, which share a row',
          ),
          ...received,
        }),
        { description: 'One row per receipt, token and transaction, newest first' },
      ),
      totals: Type.Object(received),
    },
    { description: 'Money on receipts that were not sold, and money without a receipt' },
  ),
})
export type SettlementReportResponse = Static<typeof SettlementReportResponse>
