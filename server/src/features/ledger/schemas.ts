import { type Static, Type } from 'typebox'

const amount = (description: string) => Type.String({ description })
const sums = {
  asset: Type.String({ description: 'eip155:<chain>/<token>, or USD for what was marked by hand' }),
  debit: amount('In whole coins'),
  credit: amount('In whole coins'),
  balance: amount('Debits less credits'),
}

export const TrialBalanceAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    accounts: Type.Array(
      Type.Object({
        account: Type.String({ description: 'See docs/ledger.md' }),
        symbol: Type.Union([Type.String(), Type.Null()]),
        ...sums,
        balanceUnits: amount('The balance in the smallest unit of the asset'),
        balanceUsd: Type.Number({ description: 'What it was worth when it came' }),
      }),
    ),
    totals: Type.Array(Type.Object(sums)),
    balanced: Type.Boolean({ description: 'Whether everything adds up to zero' }),
  },
  { title: 'TrialBalance' },
)
export type TrialBalanceAnswer = Static<typeof TrialBalanceAnswer>
