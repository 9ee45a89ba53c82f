import type { Address } from '../../../lib/hex.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Chain, Hex } from '../../../platform/chain/chain.js'
import { multicall3 } from '../../../platform/chain/contracts.js'
import { merchantSplitAbi } from '../../../platform/chain/generated/merchant-split.js'
import { testMulticallAbi } from '../../../platform/chain/generated/test-contracts.js'
import { findCursor } from '../../../platform/chain/head/cursor-store.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import { senderRules } from '../../../platform/chain/outgoing/round/sender-rules.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { findSplitOf, openBooks } from '../books/split-books.js'
import { addReceived } from '../books/split-total-store.js'
import { valueAtMarket } from '../books/value-at-market.js'
import {
  listUnexplained,
  listWatchedSplits,
  type SplitBalance,
  type UnexplainedBalance,
} from '../read-model/split-store.js'
import { saveFound } from './split-balance-store.js'

export type SplitWatch = {
  /** Checks native balances if there are enough new blocks. Returns the number of changes. */
  check(): Promise<number>
}

/** One request reads 100 splits: those with recent activity, and others in rotation. */
const activeCount = 50
const rotationCount = 50
/** Money without a receipt is not urgent, and nodes bill requests. */
const liveBlocks = 5n

/**
 * Watches splits for native token that was sent to them directly, which emits no log. It is
 * distributed under the same thresholds as tokens, and the ledger learns of it when the split pays
 * it out.
 */
export function createSplitWatch(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  chain: Pick<Chain, 'callMany'>,
): SplitWatch {
  const { chainId } = ctx.config
  const confirmations = BigInt(senderRules(ctx.config).confirmations)
  const everyBlocks = ctx.config.mode === 'live' ? liveBlocks : 1n
  let seenAt: bigint | null = null
  let after = ''

  async function chooseSplits(): Promise<Address[]> {
    const limits = { activeLimit: activeCount, limit: rotationCount }
    const { active, others } = await listWatchedSplits(ctx.db, { chainId, after, ...limits })
    // The order of a union is not that of its parts.
    after = others.length < rotationCount ? '' : (others.toSorted().at(-1) ?? '')
    return [...new Set([...active, ...others])]
  }

  return {
    async check() {
      if (keyOf(ctx.config, 'settlement') === null) return 0
      const cursor = await findCursor(ctx.db, chainId)
      const isOld = seenAt === null || (cursor && abs(cursor.number - seenAt) >= everyBlocks)
      if (!cursor || !isOld || cursor.number < confirmations) return 0
      // Only confirmed money, as of a block of which all payments are known.
      const block = cursor.number - confirmations + 1n
      const splits = await chooseSplits()
      const balances = splits.length > 0 ? await readBalances(chain, { splits, block }) : []
      const changed = await listUnexplained(ctx.db, { chainId, block, balances })
      let saved = 0
      for (const split of changed) if (await save(ctx, { ...split, block })) saved += 1
      seenAt = cursor.number
      return saved
    },
  }
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** Reads the balances and total receipts of splits. The latter do not fall when they pay out. */
async function readBalances(
  chain: Pick<Chain, 'callMany'>,
  { splits, block }: { splits: readonly Address[]; block: bigint },
): Promise<SplitBalance[]> {
  const { encodeFunctionData } = await import('viem')
  const released = encodeFunctionData({
    abi: merchantSplitAbi,
    functionName: 'totalReleased',
    args: [nativeToken],
  })
  const calls = splits.flatMap((split) => {
    const args = [split] as const
    const data = encodeFunctionData({ abi: testMulticallAbi, functionName: 'getEthBalance', args })
    return [
      { to: multicall3, data },
      { to: split, data: released },
    ]
  })
  const words = await chain.callMany(calls, block)
  return splits.flatMap((split, index) => {
    const balance = toUnits(words[2 * index] ?? null)
    // A missing balance is not zero. A split that is not deployed has paid out nothing.
    if (balance === null) return []
    return { split, balance, received: balance + (toUnits(words[2 * index + 1] ?? null) ?? 0n) }
  })
}

const toUnits = (word: Hex | null): bigint | null => (word?.length === 66 ? BigInt(word) : null)

/**
 * Saves native token worth a millionth of a dollar or more. Less may be left by rounding. Returns
 * whether it is new.
 */
async function save(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { split: address, merchant, units, before, block }: UnexplainedBalance & { block: bigint },
): Promise<boolean> {
  const { chainId } = ctx.config
  const asset = findAsset(chainId, nativeToken)
  const usdMicros = asset && (await valueAtMarket(ctx, { asset, units }))
  const amount = units === 0n || usdMicros === 0n ? null : { units, usdMicros }
  if (!amount && before === null) return false
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const split = await findSplitOf(inTx, { merchant, split: address })
    if (!split) return
    await openBooks(inTx, { split, token: nativeToken })
    const nothing = { units: 0n, usdMicros: 0n }
    await addReceived(tx, { chainId, split: address, token: nativeToken, merchant, ...nothing })
    await saveFound(tx, { chainId, split: address, block, amount, now: ctx.now() })
  })
  return amount !== null && amount.units !== before
}
