import { unixMs } from '../../../lib/time.js'
import { checkGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { prepareDistribution } from '../../split/prepare-distribution.js'
import { thresholdOf } from '../flush/threshold.js'
import { listUndistributed, type UndistributedMoney } from '../read-model/held-money-store.js'
import { assignDistribution, postponeDistribution } from './distribution-store.js'

const maxPlanned = 20
/** More than are planned, because some have no gas budget. */
const maxListed = 200

/** Plans the transactions that move money from splits to their recipients. Returns their number. */
export async function planDistributions(ctx: Context): Promise<number> {
  const { chainId } = ctx.config
  const terms = { ...thresholdOf(ctx), chainId, now: ctx.now(), limit: maxListed }
  let planned = 0
  for (const balance of await listUndistributed(ctx.db, terms)) {
    if (planned === maxPlanned) break
    if (await planDistribution(ctx, balance)) planned += 1
  }
  return planned
}

async function planDistribution(ctx: Context, balance: UndistributedMoney): Promise<boolean> {
  const { chainId } = ctx.config
  const { split, token, merchant } = balance
  return inTransaction(ctx, async (inTx) => {
    const call = await prepareDistribution(inTx, { merchant, address: split, token })
    if (!call) return false
    const { key, ...rest } = call
    const purpose = token === nativeToken ? 'split.distribute_coin' : 'split.distribute'
    const budgeted = { merchant, purpose, gas: rest.gas } as const
    const refusal = await checkGasBudget(inTx, { ...budgeted, payer: null })
    if (refusal) {
      const until = unixMs(ctx.now() + refusal.retryAfterMs)
      await postponeDistribution(inTx.db, { chainId, split, token, until })
      return false
    }
    if (!(await assignDistribution(inTx.db, { chainId, split, token, key }))) return false
    await planTransaction(inTx, { chainId, key, value: 0n, ...budgeted, ...rest })
    return true
  })
}
