import { baseUnits, baseUnitsToDecimal, micros, microsToDecimal } from '../../lib/money.js'
import { describeAsset } from '../../platform/chain/assets/asset-name.js'
import type { AssetTotal, TrialBalance } from './get-trial-balance.js'
import type { TrialBalanceResponse } from './schemas.js'

export function describeTrialBalance({
  accounts,
  totals,
  isBalanced,
}: TrialBalance): TrialBalanceResponse {
  return {
    ok: true,
    accounts: accounts.map(({ account, ...sum }) => ({
      account,
      symbol: describeAsset(sum.asset).symbol,
      ...describeSum(sum),
      balanceUnits: String(sum.debitUnits - sum.creditUnits),
      balanceUsd: microsToDecimal(micros(sum.usdMicros)),
    })),
    totals: totals.map(describeSum),
    balanced: isBalanced,
  }
}

function describeSum({ asset, debitUnits, creditUnits }: AssetTotal) {
  const { decimals } = describeAsset(asset)
  const write = (units: bigint) => baseUnitsToDecimal(baseUnits(units), decimals)
  return {
    asset,
    debit: write(debitUnits),
    credit: write(creditUnits),
    balance: write(debitUnits - creditUnits),
  }
}
