import type { Address } from '../../../lib/hex.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { unixMs } from '../../../lib/time.js'
import { checkGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import type { Purpose } from '../../../platform/chain/outgoing/signer-roles.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { assignFlush, postponeFlushes } from '../../payments/flushes.js'
import { postponePayout } from '../backoff/payout-backoff-store.js'
import {
  listWaitingNative,
  listWaitingTokens,
  type WaitingNative,
} from '../read-model/waiting-store.js'
import { chooseFlushes, type Recipient, type WaitingDeposit } from './choose-flushes.js'
import { flushCall, simulateFlushes } from './flush-call.js'
import { nativeThresholdOf } from './threshold.js'

const maxListed = 100
const callsAtOnce = 8

/**
 * Plans the transactions that move money from deposit addresses to payout addresses. Returns their
 * number.
 */
export async function planFlushes(ctx: Context): Promise<number> {
  const { chainId } = ctx.config
  const terms = { ...(await nativeThresholdOf(ctx)), chainId, now: ctx.now(), limit: maxListed }
  const native = await listWaitingNative(ctx.db, terms)
  const tokens = await dropStuck(ctx, await listWaitingTokens(ctx.db, terms))
  const recipients = await readRecipients(ctx, native)
  // Apart from tokens, because only native token runs the code of its recipient.
  const batches = [
    ...chooseFlushes(native, ({ payoutAddress }) => recipients.get(payoutAddress) ?? 'contract'),
    ...chooseFlushes(tokens, () => 'safe'),
  ]
  let planned = 0
  for (const batch of batches) {
    const [first] = batch
    if (!first) continue
    const purpose = purposeOf(first, recipients)
    if (await planFlush(ctx, { flushes: batch, merchant: first.merchant, purpose })) planned += 1
  }
  return planned
}

/** Postpones tokens that would not move, such as frozen ones, before they cost gas. */
async function dropStuck(
  ctx: Context,
  tokens: readonly WaitingDeposit[],
): Promise<WaitingDeposit[]> {
  if (!ctx.chain) return [...tokens]
  const moves = await simulateFlushes(ctx.chain, tokens)
  const stuck = tokens.filter((_, index) => moves[index] === false)
  await postponeFlushes(ctx, stuck)
  return tokens.filter((_, index) => moves[index] !== false)
}

function purposeOf(
  { token, payoutAddress }: WaitingDeposit,
  recipients: ReadonlyMap<Address, Recipient>,
): Purpose {
  if (token !== nativeToken) return 'deposit.flush'
  return recipients.get(payoutAddress) === 'safe' ? 'deposit.flush_coin' : 'deposit.flush_wallet'
}

/**
 * Reads which payout addresses of native token have code. One that cannot be read counts as a
 * contract.
 */
async function readRecipients(
  ctx: Context,
  native: readonly WaitingNative[],
): Promise<Map<Address, Recipient>> {
  const payouts = [...new Map(native.map((waiting) => [waiting.payoutAddress, waiting])).values()]
  const recipients = await mapConcurrent(
    payouts,
    callsAtOnce,
    async ({ payoutAddress, isToSplit }) => {
      if (isToSplit) return 'safe'
      const hasCode = await ctx.chain?.findCode(payoutAddress).then(
        (code) => code !== null,
        () => true,
      )
      return hasCode ? 'contract' : 'wallet'
    },
  )
  return new Map(
    payouts.map(({ payoutAddress }, index) => [payoutAddress, recipients[index] ?? 'contract']),
  )
}

/** Plans one transaction, unless the gas budget of its merchant, purpose or relayer is spent. */
async function planFlush(
  ctx: Context,
  {
    flushes,
    merchant,
    purpose,
  }: { flushes: readonly WaitingDeposit[]; merchant: Address; purpose: Purpose },
): Promise<boolean> {
  const { chainId } = ctx.config
  const key = `flush:${ctx.newId('txn')}`
  const { gas, ...call } = await flushCall(flushes)
  return inTransaction(ctx, async (inTx) => {
    const budgeted = { merchant, purpose, gas } as const
    const refusal = await checkGasBudget(inTx, { ...budgeted, payer: null })
    if (refusal) {
      // Otherwise every round would check it again, and read its code.
      const retryAfter = unixMs(ctx.now() + refusal.retryAfterMs)
      for (const payout of flushes) {
        await postponePayout(inTx.db, { ...payout, chainId, retryAfter })
      }
      return false
    }
    if ((await assignFlush(inTx, { flushes, key })) === 0) return false
    await planTransaction(inTx, { chainId, key, ...call, ...budgeted })
    return true
  })
}
