import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type AccountSum, sumAccounts } from './store.js'

/** What an asset adds up to over all accounts. */
export type AssetTotal = Omit<AccountSum, 'account'>

export type TrialBalance = {
  accounts: AccountSum[]
  totals: AssetTotal[]
  /** Whether debits and credits are the same in every asset, and so are their dollars. Never false. */
  isBalanced: boolean
}

/** The sums of all accounts of a merchant, and whether they add up to zero as they should. */
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
