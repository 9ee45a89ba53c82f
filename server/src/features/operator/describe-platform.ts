import { setTimeout as sleep } from 'node:timers/promises'
import { checksumAddress } from '../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal, microsToDecimal } from '../../lib/money.js'
import { MINUTE_MS, writeDay } from '../../lib/time.js'
import { describeAsset } from '../../platform/chain/assets/asset-name.js'
import { listGasBudgets } from '../../platform/chain/outgoing/gas-budget.js'
import { summarizeOutgoing } from '../../platform/chain/outgoing/stores/summary-store.js'
import { isChainUnavailable } from '../../platform/chain/read-chain.js'
import type { Context } from '../../platform/context.js'
import { describeChain, observeChain } from '../chain/describe-chain.js'
import type { DayVolume } from '../ledger/sum-days.js'
import type { Delivery } from '../webhooks/delivery.js'

/** Returns the volume of a day in an asset, as the API shows it. */
export function describeDay({ day, asset, sales, fees, refunds, plans }: DayVolume) {
  const { symbol, decimals } = describeAsset(asset)
  const amount = ({ units }: DayVolume['sales']) => baseUnitsToDecimal(baseUnits(units), decimals)
  const worth = ({ usdMicros }: DayVolume['sales']) => microsToDecimal(usdMicros)
  return {
    day: writeDay(day),
    asset,
    symbol,
    sales: amount(sales),
    salesUsd: worth(sales),
    fees: amount(fees),
    feesUsd: worth(fees),
    refunds: amount(refunds),
    refundsUsd: worth(refunds),
    plans: amount(plans),
    plansUsd: worth(plans),
  }
}

/** Returns the balances of all relayers, their gas budgets, and the waiting transactions. */
export async function describeRelayers(ctx: Context) {
  const { chainId } = ctx.config
  const [relayers, { budgets, resetAt }, queue] = await Promise.all([
    readRelayers(ctx),
    listGasBudgets(ctx),
    summarizeOutgoing(ctx.db, { chainId, blockedMs: MINUTE_MS }),
  ])
  const { counts, stuck, oldestUnminedMs, blocked } = queue
  return {
    ok: true as const,
    relayers,
    budgets: budgets.map(({ purpose, usedGas, maxGas, revertedGas, maxRevertedGas }) => ({
      purpose,
      usedGas: String(usedGas),
      maxGas: String(maxGas),
      revertedGas: String(revertedGas),
      maxRevertedGas: maxRevertedGas === null ? null : String(maxRevertedGas),
    })),
    resetAt,
    queue: { ...counts, stuck, oldestUnminedMs, blocked },
  }
}

/** Much less than the timeouts of several calls and their retries. */
const chainWithinMs = 2_000

/** Does not wait for a node that hangs: budgets and queue come from the database. */
async function readRelayers(
  ctx: Context,
): Promise<ReturnType<typeof describeChain>['relayers'] | null> {
  const late = new AbortController()
  try {
    const observation = await Promise.race([
      observeChain(ctx),
      sleep(chainWithinMs, null, { signal: late.signal }),
    ])
    return observation && describeChain(observation).relayers
  } catch (error) {
    if (isChainUnavailable(error)) return null
    throw error
  } finally {
    late.abort()
  }
}

/** Returns a failed delivery, as the API shows it. The query of its URL may contain a secret. */
export function describeFailed({ merchant, id, kind, receiptId, url, ...delivery }: Delivery) {
  const { attempts, createdAt } = delivery
  const last = attempts.at(-1)
  return {
    wallet: checksumAddress(merchant),
    deliveryId: id,
    event: kind,
    receiptId,
    url: url.split(/[?#]/, 1)[0] ?? '',
    attempts: attempts.length,
    lastError: last?.error ?? null,
    lastHttpStatus: last?.httpStatus ?? null,
    createdAt,
  }
}
