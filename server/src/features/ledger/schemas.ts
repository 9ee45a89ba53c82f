import { type Static, Type } from 'typebox'

const amount = (description: string) => Type.String({ description })
const sums = {
  asset: Type.String({ description: '`eip155:<chain>/<token>`, or `USD` for manual payments' }),
  debit: amount('Decimal amount'),
  credit: amount('Decimal amount'),
  balance: amount('Debits minus credits'),
}

export const TrialBalanceResponse = Type.Object(
  {
    ok: Type.Literal(true),
    accounts: Type.Array(
      Type.Object({
        account: Type.String({ description: 'Account name; docs/ledger.md explains each' }),
        symbol: Type.Union([Type.String(), Type.Null()]),
        ...sums,
        balanceUnits: amount('Balance in the smallest unit of the asset'),
        balanceUsd: Type.Number({ description: 'Dollar value at the time of receipt' }),
      }),
    ),
    totals: Type.Array(Type.Object(sums)),
    balanced: Type.Boolean({ description: 'Whether all accounts add up to zero' }),
  },
  { title: 'TrialBalance' },
)
export type TrialBalanceResponse = Static<typeof TrialBalanceResponse>
