import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import { type BudgetUse, listGasBudgets } from '../../platform/chain/outgoing/gas-budget.js'
import {
  type OutgoingSummary,
  summariseOutgoing,
} from '../../platform/chain/outgoing/summary-store.js'
import { isChainUnavailable } from '../../platform/chain/read-chain.js'
import type { Context } from '../../platform/context.js'
import { describeChain } from '../chain/describe-chain.js'
import { observeChain } from '../chain/observe-chain.js'
import type { ChainOverview } from '../chain/schemas.js'

export type RelayerState = {
  /** Null without a chain, or while it does not respond. */
  relayers: ChainOverview['relayers'] | null
  budgets: BudgetUse[]
  resetAt: UnixMs
  queue: OutgoingSummary
}

/** Returns the balances of all relayers, their gas budgets of the day, and the transactions that wait. */
export async function getRelayer(ctx: Context): Promise<RelayerState> {
  const { chainId } = ctx.config
  const { budgets, resetAt } = await listGasBudgets(ctx)
  const queue = await summariseOutgoing(ctx.db, { chainId, blockedMs: MINUTE_MS })
  return { relayers: await readRelayers(ctx), budgets, resetAt, queue }
}

/** Budgets and queue are in the database, so they are shown without the chain too. */
async function readRelayers(ctx: Context): Promise<RelayerState['relayers']> {
  try {
    const seen = await observeChain(ctx)
    return seen && describeChain(seen).relayers
  } catch (error) {
    if (isChainUnavailable(error)) return null
    throw error
  }
}
