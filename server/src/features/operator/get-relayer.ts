import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import { type BudgetUse, listGasBudgets } from '../../platform/chain/outgoing/gas-budget.js'
import {
  type OutgoingSummary,
  summariseOutgoing,
} from '../../platform/chain/outgoing/stores/summary-store.js'
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

/** Much less than the timeouts of several calls and their retries. */
const chainWithinMs = 2_000

/** Returns the balances of all relayers, their gas budgets of the day, and the transactions that wait. */
export async function getRelayer(ctx: Context): Promise<RelayerState> {
  const { chainId } = ctx.config
  const [relayers, { budgets, resetAt }, queue] = await Promise.all([
    readRelayers(ctx),
    listGasBudgets(ctx),
    summariseOutgoing(ctx.db, { chainId, blockedMs: MINUTE_MS }),
  ])
  return { relayers, budgets, resetAt, queue }
}

/** Budgets and queue are in the database, so they are shown without the chain too, and soon when its node hangs. */
async function readRelayers(ctx: Context): Promise<RelayerState['relayers']> {
  const late = new AbortController()
  try {
    const seen = await Promise.race([
      observeChain(ctx),
      sleep(chainWithinMs, null, { signal: late.signal }),
    ])
    return seen && describeChain(seen).relayers
  } catch (error) {
    if (isChainUnavailable(error)) return null
    throw error
  } finally {
    late.abort()
  }
}
