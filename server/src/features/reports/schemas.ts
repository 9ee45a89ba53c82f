import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/currencies.js'

const text = (description: string) => Type.String({ description })
const dollars = (description: string) => Type.Number({ description })

export const ReportQuery = Type.Object({
  from: Type.Optional(text('Unix ms; sold then or later; default 30 days before to')),
  to: Type.Optional(text('Unix ms; sold then or earlier; default now')),
  format: Type.Optional(text('json (default) or csv')),
})
export type ReportQuery = Static<typeof ReportQuery>

const figures = {
  subtotal: dollars('Without tax and fee'),
  taxes: Type.Record(Type.String(), Type.Number(), { description: 'By component' }),
  fee: dollars('The processing fee'),
  total: dollars('Subtotal, taxes and fee'),
  refunds: dollars('Given back, whenever that was'),
  net: dollars('The total less the refunds'),
  credit: dollars('Paid beyond what was due'),
  recipients: Type.Record(Type.String(), Type.Number(), {
    description:
      'Who gets what of net and credit; manual for what was marked by hand, unassigned for what is nobody’s yet',
  }),
}

export const SettlementReportAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    from: Type.Integer({ description: 'Unix ms' }),
    to: Type.Integer({ description: 'Unix ms' }),
    taxes: Type.Array(Type.String(), { description: 'Every component there is' }),
    recipients: Type.Array(Type.String(), { description: 'Everybody there is' }),
    rows: Type.Array(
      Type.Object({
        date: text('When it was sold, ISO 8601'),
        receiptId: Type.String(),
        currency: Type.Enum(currencies, { type: 'string' }),
        tokens: Type.Array(Type.String(), { description: 'What it was paid in' }),
        ...figures,
      }),
      { description: 'One for each receipt, the newest first; all figures in dollars' },
    ),
    totals: Type.Object(figures),
  },
  { title: 'SettlementReport' },
)
export type SettlementReportAnswer = Static<typeof SettlementReportAnswer>
