import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type AccountSum, sumAccounts } from './store.js'

/** The sums of an asset over all accounts. */
export type AssetTotal = Omit<AccountSum, 'account'>

export type TrialBalance = {
  accounts: AccountSum[]
  totals: AssetTotal[]
  /** Whether debits equal credits in every asset, in units and in dollars. False only after a bug. */
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
    const own = accounts.filter((sum) => sum.asset === asset)
    const add = (field: 'debitUnits' | 'creditUnits' | 'usdMicros') =>
      own.reduce((total, sum) => total + sum[field], 0n)
    return {
      asset,
      debitUnits: add('debitUnits'),
      creditUnits: add('creditUnits'),
      usdMicros: add('usdMicros'),
    }
  })
}
