import type { Address } from '../../../lib/hex.js'
import { dustMicros } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { lockDeposit } from '../../../platform/chain/deposits/deposit-store.js'
import { isNativeMoving, saveNativeBalance } from '../../../platform/chain/deposits/native-store.js'
import { expectGasBudget, requireGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { assignFlush } from '../../payments/flushes.js'
import { flushCall } from '../flush/flush-call.js'
import { nativeThresholdOf } from '../flush/threshold.js'
import { findKnownDeposits, isInFlight } from '../read-model/rescan-store.js'
import { listWaitingNative } from '../read-model/waiting-store.js'

/** The units of a token, or of the native token, at a deposit address. */
export type Balance = { token: Address; units: bigint }

type Input = { merchant: Address; deposit: Deposit; balances: readonly Balance[] }

/**
 * Plans a flush of supported tokens that no payment explains, from a cent on. Returns the tokens
 * that a flush moves or will move.
 *
 * @throws {AppError} `rate_limited` with `resetAt`.
 */
export async function planTokenFlushes(
  ctx: Context,
  { merchant, deposit, balances }: Input,
): Promise<Address[]> {
  const { chainId, address } = deposit
  const prefix = `rescan:${address}:`
  if (keyOf(ctx.config, 'settlement') === null) return []
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockDeposit(tx, deposit)
    const { explained, inFlight, refused } = await findKnownDeposits(tx, {
      deposit,
      now: ctx.now(),
    })
    const isUnexplained = ({ token, units }: Balance) =>
      isWorthIt({ token, units: units - (explained.get(token) ?? 0n) }, deposit)
    const unexplainedTokens = balances.filter(isUnexplained).map(({ token }) => token)
    if (unexplainedTokens.length > 0 && (await isInFlight(tx, { chainId, prefix })))
      return unexplainedTokens

    const tokens = unexplainedTokens.filter((token) => !inFlight.has(token) && !refused.has(token))
    if (tokens.length > 0) {
      const flushes = tokens.map((token) => ({ ...deposit, token }))
      const { gas, ...call } = await flushCall(flushes)
      const budgeted = { merchant, purpose: 'deposit.flush', gas } as const
      await requireGasBudget(inTx, { ...budgeted, payer: null })
      const key = `${prefix}${ctx.newId('txn')}`
      // The known deposits of these tokens move too, so the planner need not move them.
      await assignFlush(inTx, { flushes, key })
      await planTransaction(inTx, { chainId, key, ...call, ...budgeted })
    }
    return unexplainedTokens.filter((token) => !refused.has(token))
  })
}

/** Tokens below a cent stay, and so do tokens of unknown value. */
function isWorthIt({ token, units }: Balance, { chainId }: Deposit): boolean {
  const asset = findAsset(chainId, token)
  if (!asset || token === nativeToken) return false
  return units * 1_000_000n >= dustMicros * 10n ** BigInt(asset.decimals)
}

/**
 * Saves a higher native balance, which the planner flushes in the next round. Returns the native
 * token if a flush moves or will move it.
 *
 * @throws {AppError} `rate_limited` with `resetAt`.
 */
export async function planNativeFlush(
  ctx: Context,
  { merchant, deposit, balances }: Input,
): Promise<Address[]> {
  const { chainId, address } = deposit
  const now = ctx.now()
  const units = balances.find(({ token }) => token === nativeToken)?.units ?? 0n
  // One node reports it, which may lag behind.
  await saveNativeBalance(ctx.db, { chainId, address, units, now, mayFall: false })
  if (units === 0n || keyOf(ctx.config, 'settlement') === null) return []
  if (await isNativeMoving(ctx.db, deposit)) return [nativeToken]

  const threshold = await nativeThresholdOf(ctx)
  const [waiting] = await listWaitingNative(ctx.db, {
    ...threshold,
    chainId,
    now,
    limit: 1,
    address,
  })
  if (!waiting) return []
  const { gas } = await flushCall([waiting])
  const purpose = waiting.isToSplit ? 'deposit.flush_coin' : 'deposit.flush_wallet'
  await expectGasBudget(ctx, { merchant, payer: null, purpose, gas })
  return [nativeToken]
}
