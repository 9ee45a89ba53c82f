import type { Address } from '../../../../lib/hex.js'
import { DAY_MS, toUnixSeconds, unixMs } from '../../../../lib/time.js'
import { checkGasBudget } from '../../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../../platform/chain/outgoing/plan-transaction.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { expectCharges } from '../../../payments/index/charges/expect-charges.js'
import type { Override } from '../../payout/read-overrides.js'
import type { BillingPlanVersion } from '../../plans/plan.js'
import { lockSubscriptions } from '../../subscription-store.js'
import {
  type Attempt,
  billingEventOf,
  isInFlight,
  loadAttempts,
  withReceipts,
} from '../attempt/attempt.js'
import { saveCharges } from '../attempt/charge-store.js'
import { markSubmitted } from '../due/due-store.js'
import { afterSubmission, decideDue } from '../due/schedule.js'
import { postpone } from '../due/select-attempts.js'
import { saveBillingEvents } from '../result/billing-event-store.js'
import { type EncodedCharge, encodeCharges } from './encode-charges.js'

/** Charges of one merchant that share a transaction. */
export type Batch = {
  merchant: Address
  /** Set for a batch of one wallet whose own code runs. Its gas budget applies. */
  payer: Address | null
  attempts: readonly Attempt[]
  /** The ids of subscriptions whose permission is approved on chain. */
  approved: ReadonlySet<string>
  /** The versions whose spender does not exist yet. */
  missingVersions: readonly BillingPlanVersion[]
}

/** Where wallets have moved the payout of their plans on chain. */
type Overrides = ReadonlyMap<Address, Pick<Override, 'payout'>>

/** A charge that is mined later does nothing, so that it cannot follow a cancellation by days. */
const deadlineMs = DAY_MS

/** Rolls back the transaction that plans a batch. */
class BudgetSpent extends Error {
  retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('the gas budget is spent')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Plans one transaction for a batch, with a receipt for each charge, in one database transaction.
 * Leaves out subscriptions that are no longer due. Returns how many were planned. Without gas
 * budget for all, it plans as many as fit by halving the batch, and postpones the others.
 */
export async function planBatch(
  ctx: Context,
  batch: Batch & { overrides: Overrides },
): Promise<number> {
  try {
    return await inTransaction(ctx, (inTx) => submit(inTx, batch))
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
    const { retryAfterMs: delayMs } = error
    const half = Math.floor(batch.attempts.length / 2)
    await postpone(ctx, { attempts: batch.attempts.slice(half), delayMs })
    return half === 0 ? 0 : planBatch(ctx, firstOf(batch, half))
  }
}

/** Returns the first attempts of a batch, and the spenders that these need. */
function firstOf<Part extends Batch>(batch: Part, count: number): Part {
  const attempts = batch.attempts.slice(0, count)
  const spenders = new Set(attempts.map(({ version }) => version.spender))
  return {
    ...batch,
    attempts,
    missingVersions: batch.missingVersions.filter(({ spender }) => spenders.has(spender)),
  }
}

async function submit(ctx: TxContext, batch: Batch & { overrides: Overrides }): Promise<number> {
  const { chainId } = ctx.config
  const attempts = await lockAttempts(ctx, batch.attempts)
  if (attempts.length === 0) return 0
  const { merchant } = batch
  const payoutOf = ({ version }: Attempt) =>
    batch.overrides.get(version.owner)?.payout ?? version.payout
  const submitted = await withReceipts(ctx, { merchant, attempts, payoutOf })
  await expectCharges(
    ctx,
    submitted.map(({ version, charge }) => ({
      chainId,
      chargeKey: charge.chargeKey,
      merchant: charge.merchant,
      receiptId: charge.receiptId ?? '',
      spender: version.spender,
      feeAccount: version.feeRecipient,
    })),
  )

  const encoded = submitted.map((attempt) => encodedOf(ctx, attempt, batch))
  const call = await encodeCharges(encoded, batch)
  const { payer } = batch
  const budgeted = { merchant, payer, purpose: 'subscription.charge', gas: call.gas } as const
  const refusal = await checkGasBudget(ctx, budgeted)
  if (refusal) throw new BudgetSpent(refusal.retryAfterMs)
  const key = `charge:${ctx.newId('txn')}`
  const transaction = await planTransaction(ctx, { chainId, key, value: 0n, ...budgeted, ...call })

  await saveSubmitted(ctx, { attempts: submitted, transactionId: transaction.id })
  return submitted.length
}

/** Locks the subscriptions and loads their attempts again. Drops those that have changed. */
async function lockAttempts(ctx: TxContext, before: readonly Attempt[]): Promise<Attempt[]> {
  const now = ctx.now()
  const locked = await lockSubscriptions(
    ctx.db,
    before.map(({ subscription }) => subscription),
  )
  const charges = locked.flatMap((subscription) => {
    const step = decideDue(subscription, now)
    const earlier = before.find((attempt) => attempt.subscription.id === subscription.id)
    const isSame = step.kind === 'charge' && step.period.index === earlier?.period.index
    const isDue = subscription.dueAt !== null && subscription.dueAt <= now
    return isSame && isDue ? [{ subscription, periodIndex: step.period.index }] : []
  })
  const attempts = await loadAttempts(ctx, charges)
  return attempts.filter(({ charge }) => !isInFlight(charge) && charge.state !== 'succeeded')
}

function encodedOf(
  { now }: Pick<TxContext, 'now'>,
  { subscription, period }: Attempt,
  { approved }: Batch,
): EncodedCharge {
  const last = unixMs(Math.min(period.endAt - 1, now() + deadlineMs))
  return {
    permission: subscription.permission,
    signature: approved.has(subscription.id) ? '0x' : subscription.signature,
    periodStart: toUnixSeconds(period.startAt),
    deadline: toUnixSeconds(last),
  }
}

async function saveSubmitted(
  ctx: TxContext,
  { attempts, transactionId }: { attempts: readonly Attempt[]; transactionId: string },
): Promise<void> {
  const now = ctx.now()
  await saveCharges(
    ctx.db,
    attempts.map(({ charge }) => ({
      ...charge,
      state: 'submitted',
      transactionId,
      updatedAt: now,
    })),
  )
  const pending = { status: 'pending', failureCode: null, transactionHash: null } as const
  await saveBillingEvents(
    ctx.db,
    attempts.map((attempt) => billingEventOf(ctx, attempt, pending)),
  )
  await markSubmitted(
    ctx.db,
    attempts.map(({ subscription, period }) => afterSubmission(subscription, { period, now })),
  )
}
