import { centsToDecimal } from '../../../../lib/money.js'
import { DAY_MS, unixMs } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../../../platform/context.js'
import { isChargeable } from '../../lifecycle/subscription-status.js'
import { findPeriod } from '../../periods.js'
import { recordSubscriptionEvent } from '../../record-subscription-event.js'
import type { Subscription } from '../../subscription.js'
import { lockSubscription } from '../../subscription-store.js'
import { type Attempt, loadAttempts } from '../attempt/attempt.js'
import type { FailureCode } from '../attempt/charge.js'
import { classifyAttempts } from '../attempt/classify-state.js'
import { listUnreminded, markReminded } from './due-store.js'

const aheadMs = 3 * DAY_MS
const pageSize = 200

/**
 * Records `subscription.charge_upcoming` three days before each charge. If the chain shows that the
 * charge would fail, `subscription.charge_at_risk` follows. Returns how many charges were
 * announced.
 */
export async function remindUpcoming(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<number> {
  let reminded = 0
  while (!signal.aborted) {
    const now = ctx.now()
    const until = unixMs(now + aheadMs)
    const upcoming = await listUnreminded(ctx.db, { after: now, until, limit: pageSize })
    const attempts = await loadAttempts(ctx, upcoming.flatMap(nameNext))
    const prospects = await classifyAttempts(ctx, { chain, attempts })
    const before = reminded
    for (const [index, attempt] of attempts.entries()) {
      const prospect = prospects[index]
      const code = prospect?.kind === 'failing' ? prospect.code : null
      if (await remind(ctx, { attempt, code })) reminded += 1
    }
    if (upcoming.length < pageSize || reminded === before) break
  }
  return reminded
}

function nameNext(subscription: Subscription) {
  const { permission, nextChargeAt } = subscription
  const period = nextChargeAt === null ? null : findPeriod(permission, nextChargeAt)
  return period ? [{ subscription, periodIndex: period.index }] : []
}

async function remind(
  ctx: Context,
  { attempt, code }: { attempt: Attempt; code: FailureCode | null },
): Promise<boolean> {
  const { merchant, id, nextChargeAt } = attempt.subscription
  return inTransaction(ctx, async (inTx) => {
    const subscription = await lockSubscription(inTx.db, { merchant, id })
    if (!subscription || subscription.nextChargeAt !== nextChargeAt) return false
    await markReminded(inTx.db, { ...subscription, remindedFor: subscription.nextChargeAt })
    if (!isChargeable(subscription.status)) return false
    const data = {
      periodIndex: attempt.period.index,
      amountUsd: centsToDecimal(attempt.version.priceCents),
      token: attempt.version.token,
    }
    await recordSubscriptionEvent(inTx, {
      kind: 'subscription.charge_upcoming',
      subscription,
      data,
    })
    if (code === null) return true
    await recordSubscriptionEvent(inTx, {
      kind: 'subscription.charge_at_risk',
      subscription,
      data: { ...data, failureCode: code },
    })
    return true
  })
}
