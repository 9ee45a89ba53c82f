import { type Static, Type } from 'typebox'
import { boolean, number, okResponse, orNull, text } from '../../platform/http/schemas.js'

const amount = (description: string) => Type.String({ description })
const sums = {
  asset: text('`eip155:<chain>/<token>`, or `USD` for manual payments'),
  debit: amount('Decimal amount'),
  credit: amount('Decimal amount'),
  balance: amount('Debits minus credits'),
}

export const TrialBalanceResponse = okResponse('TrialBalance', {
  accounts: Type.Array(
    Type.Object({
      account: text('Account name; docs/ledger.md explains each'),
      symbol: orNull(Type.String()),
      ...sums,
      balanceUnits: amount('Balance in the smallest unit of the asset'),
      balanceUsd: number('Dollar value at the time of receipt'),
    }),
  ),
  totals: Type.Array(Type.Object(sums)),
  balanced: boolean('Whether all accounts add up to zero'),
})
export type TrialBalanceResponse = Static<typeof TrialBalanceResponse>
