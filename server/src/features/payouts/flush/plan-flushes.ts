import type { Address } from '../../../lib/hex.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { unixMs } from '../../../lib/time.js'
import { checkGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import type { Purpose } from '../../../platform/chain/outgoing/signer-roles.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { findSplitOwners } from '../../payments/deposits.js'
import { postponePayout } from '../backoff/payout-backoff-store.js'
import { chooseFlushes, type Recipient, type Waiting } from './choose-flushes.js'
import { flushCall, simulateFlushes } from './flush-call.js'
import { assignFlush, listWaitingCoin, listWaitingTokens, postponeTokens } from './flush-store.js'
import { coinThresholdOf } from './threshold.js'

const maxListed = 100
const callsAtOnce = 8

/** Plans the transactions that move money from deposit addresses to payout addresses. Returns their number. */
export async function planFlushes(ctx: Context): Promise<number> {
  const { chainId } = ctx.config
  const terms = { ...(await coinThresholdOf(ctx)), chainId, now: ctx.now(), limit: maxListed }
  const coin = await listWaitingCoin(ctx.db, terms)
  const tokens = await dropStuck(ctx, await listWaitingTokens(ctx.db, terms))
  const recipients = await readRecipients(ctx, coin)
  // Coin and tokens apart: only coin runs the code of its recipient.
  const batches = [
    ...chooseFlushes(coin, ({ payoutAddress }) => recipients.get(payoutAddress) ?? 'contract'),
    ...chooseFlushes(tokens, () => 'safe'),
  ]
  let planned = 0
  for (const batch of batches) {
    const [first] = batch
    if (!first) continue
    const purpose = purposeOf(first, recipients)
    if (await planFlush(ctx, { waiting: batch, merchant: first.merchant, purpose })) planned += 1
  }
  return planned
}

/** Postpones tokens that would not move, such as frozen ones, before they cost gas. Returns the others. */
async function dropStuck(ctx: Context, tokens: readonly Waiting[]): Promise<Waiting[]> {
  if (!ctx.chain) return [...tokens]
  const moves = await simulateFlushes(ctx.chain, tokens)
  const { chainId } = ctx.config
  const stuck = tokens.filter((_, index) => moves[index] === false)
  await postponeTokens(ctx.db, { chainId, waiting: stuck, now: ctx.now() })
  return tokens.filter((_, index) => moves[index] !== false)
}

function purposeOf(
  { token, payoutAddress }: Waiting,
  recipients: ReadonlyMap<Address, Recipient>,
): Purpose {
  if (token !== nativeToken) return 'deposit.flush'
  return recipients.get(payoutAddress) === 'safe' ? 'deposit.flush_coin' : 'deposit.flush_wallet'
}

/** Reads which payout addresses of coin are splits or have code. One that cannot be read counts as a contract. */
async function readRecipients(
  ctx: Context,
  coin: readonly Waiting[],
): Promise<Map<Address, Recipient>> {
  const addresses = [...new Set(coin.map(({ payoutAddress }) => payoutAddress))]
  const splits = await findSplitOwners(ctx, addresses)
  const recipients = await mapConcurrent(addresses, callsAtOnce, async (address) => {
    if (splits.has(address)) return 'safe'
    const hasCode = await ctx.chain?.findCode(address).then(
      (code) => code !== null,
      () => true,
    )
    return hasCode ? 'contract' : 'wallet'
  })
  return new Map(addresses.map((address, index) => [address, recipients[index] ?? 'contract']))
}

/** Plans one transaction, unless the gas budget of its merchant, purpose or relayer is spent. */
async function planFlush(
  ctx: Context,
  {
    waiting,
    merchant,
    purpose,
  }: { waiting: readonly Waiting[]; merchant: Address; purpose: Purpose },
): Promise<boolean> {
  const { chainId } = ctx.config
  const key = `flush:${ctx.newId('txn')}`
  const { gas, ...call } = await flushCall(waiting)
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const budgeted = { merchant, purpose, gas } as const
    const refusal = await checkGasBudget(inTx, { ...budgeted, payer: null })
    if (refusal) {
      // Otherwise every round would check it again, and read its code.
      const until = unixMs(ctx.now() + refusal.retryAfterMs)
      for (const one of waiting) await postponePayout(tx, { ...one, chainId, until })
      return false
    }
    if ((await assignFlush(tx, { chainId, waiting, key })) === 0) return false
    await planTransaction(inTx, { chainId, key, ...call, ...budgeted })
    return true
  })
}
