import type { Address } from '../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal, micros, microsToDecimal } from '../../lib/money.js'
import { describeAsset } from '../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../platform/context.js'
import type { TrialBalanceResponse } from './schemas.js'
import { type AccountSum, sumAccounts } from './store.js'

/** The sums of an asset over all accounts. */
type AssetTotal = Omit<AccountSum, 'account'>

export type TrialBalance = {
  accounts: AccountSum[]
  totals: AssetTotal[]
  /** Whether debits equal credits in every asset, in units and dollars. False only after a bug. */
  isBalanced: boolean
}

/** Returns the sums of all accounts of a merchant, and whether they balance. */
export async function getTrialBalance(
  ctx: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<TrialBalance> {
  const accounts = await sumAccounts(ctx.db, merchant)
  const totals = sumAssets(accounts)
  const isBalanced = totals.every(
    ({ debitUnits, creditUnits, usdMicros }) => debitUnits === creditUnits && usdMicros === 0n,
  )
  return { accounts, totals, isBalanced }
}

function sumAssets(accounts: readonly AccountSum[]): AssetTotal[] {
  const assets = [...new Set(accounts.map(({ asset }) => asset))].toSorted()
  return assets.map((asset) => {
    const assetSums = accounts.filter((sum) => sum.asset === asset)
    const add = (field: 'debitUnits' | 'creditUnits' | 'usdMicros') =>
      assetSums.reduce((total, sum) => total + sum[field], 0n)
    return {
      asset,
      debitUnits: add('debitUnits'),
      creditUnits: add('creditUnits'),
      usdMicros: add('usdMicros'),
    }
  })
}

export function describeTrialBalance(balance: TrialBalance): TrialBalanceResponse {
  const { accounts, totals, isBalanced } = balance
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
