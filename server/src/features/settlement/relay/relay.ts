import { HOUR_MS, unixMs } from '../../../lib/time.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../platform/chain/generated/merchant-split.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { findCursor } from '../cursor-store.js'
import { dustMicros } from '../dust.js'
import { raiseVersions } from '../settlement-store.js'
import {
  assignDistribution,
  assignFlush,
  finishDistributions,
  listUndistributed,
  listWaitingCoin,
  listWaitingTokens,
  releaseFlushes,
  type Threshold,
  type Undistributed,
  type Waiting,
} from './relay-store.js'

type RelayContext = Pick<Context, 'db' | 'config' | 'now' | 'newId' | 'wakeups'>

/** Deposits per transaction. More would not be cheaper. */
const batchSize = 20
const maxBatches = 5
/** The gateway's own bound for one flush, and the cost of the transaction around them. */
const flushGas = 480_000n
const batchGas = 200_000n
/** Enough for sixteen recipients of a token. */
const distributeGas = 7_300_000n
/** One twentieth of the quoted amount. */
const coinShare = 20

/**
 * Plans the transactions that move money: from deposit addresses to their payout address, and from splits to their
 * recipients. Money is assigned in the database transaction that plans the move, so it is planned once. Anyone may flush
 * or distribute on chain at any time; then the planned transaction has nothing left to do.
 */
export async function relay(
  ctx: RelayContext,
): Promise<{ flushes: number; distributions: number }> {
  const { chainId } = ctx.config
  const cursor = await findCursor(ctx.db, chainId)
  if (!cursor || ctx.config.relayerPrivateKey === undefined) return { flushes: 0, distributions: 0 }

  const read = { chainId, cursor: cursor.number, now: ctx.now() }
  await releaseFlushes(ctx.db, read)
  await ctx.db.transaction(async (tx) => raiseVersions(tx, await finishDistributions(tx, read)))
  return { flushes: await planFlushes(ctx), distributions: await planDistributions(ctx) }
}

async function planFlushes(ctx: RelayContext): Promise<number> {
  const { chainId } = ctx.config
  const limit = batchSize * maxBatches
  const terms = { ...thresholdOf(ctx), chainId, now: ctx.now(), limit }
  const waiting = [
    ...(await listWaitingCoin(ctx.db, {
      chainId,
      token: nativeToken,
      share: coinShareOf(ctx),
      limit,
    })),
    ...(await listWaitingTokens(ctx.db, terms)),
  ]
  for (let at = 0; at < waiting.length; at += batchSize) {
    await planFlush(ctx, waiting.slice(at, at + batchSize))
  }
  return Math.ceil(waiting.length / batchSize)
}

async function planFlush(ctx: RelayContext, waiting: readonly Waiting[]): Promise<void> {
  const { encodeFunctionData } = await import('viem')
  const { chainId } = ctx.config
  const key = `flush:${ctx.newId('txn')}`
  const flushes = waiting.map(({ receiptKey, payoutAddress, token }) => ({
    receiptKey,
    payoutAddress,
    token,
  }))
  const data = encodeFunctionData({
    abi: paymentGatewayAbi,
    functionName: 'flushMany',
    args: [flushes],
  })
  await ctx.db.transaction(async (tx) => {
    if ((await assignFlush(tx, { chainId, waiting, key, native: nativeToken })) === 0) return
    const to = { to: paymentGateway.address, data, value: 0n }
    await planTransaction(
      { ...ctx, db: tx },
      {
        chainId,
        key,
        purpose: 'deposit.flush',
        merchant: '',
        ...to,
        gas: BigInt(waiting.length) * flushGas + batchGas,
      },
    )
  })
}

async function planDistributions(ctx: RelayContext): Promise<number> {
  const { chainId } = ctx.config
  const terms = { ...thresholdOf(ctx), chainId, now: ctx.now(), limit: batchSize }
  const held = await listUndistributed(ctx.db, terms)
  for (const one of held) await planDistribution(ctx, one)
  return held.length
}

async function planDistribution(ctx: RelayContext, held: Undistributed): Promise<void> {
  const { encodeFunctionData } = await import('viem')
  const { chainId } = ctx.config
  const { split, token, merchant } = held
  const key = `distribute:${ctx.newId('txn')}`
  const data = encodeFunctionData({
    abi: merchantSplitAbi,
    functionName: 'distribute',
    args: [token],
  })
  await ctx.db.transaction(async (tx) => {
    if (!(await assignDistribution(tx, { chainId, split, token, key }))) return
    await planTransaction(
      { ...ctx, db: tx },
      {
        chainId,
        key,
        purpose: 'split.distribute',
        merchant,
        to: split,
        data,
        value: 0n,
        gas: distributeGas,
      },
    )
  })
}

/** In a sandbox money moves at once. */
function thresholdOf({ config, now }: Pick<Context, 'now'> & { config: Config }): Threshold {
  const isSandbox = config.mode === 'sandbox'
  return {
    minMicros: isSandbox ? 0n : BigInt(config.settleMinUsd) * 1_000_000n,
    waitedSince: unixMs(now() - config.settleWithinHours * HOUR_MS),
    dustMicros: isSandbox ? 0n : dustMicros,
  }
}

function coinShareOf({ config }: { config: Config }): number {
  return config.mode === 'sandbox' ? 0 : coinShare
}
