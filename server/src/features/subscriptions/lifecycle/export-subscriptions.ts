import { checksumAddress } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import type { ExportPersonalData } from '../../../platform/personal-data.js'
import type { BillingEvent } from '../charging/attempt/charge.js'
import { listEventsOf } from '../charging/result/billing-event-store.js'
import { loadVersions } from '../plans/load-versions.js'
import { listOfCustomer } from '../subscription-store.js'
import { describeSubscription } from './describe-subscription.js'
import { loadFailures } from './load-failures.js'

/** More than a person has with one merchant. Of charges, the newest. */
const limit = 500

/**
 * Returns the subscriptions of a customer and the attempts to charge them. They hold the wallet and
 * its signature, which the chain shows too, and nothing else about the customer. So there is
 * nothing to erase.
 */
export const exportSubscriptions: ExportPersonalData = async (
  ctx,
  { merchant, wallet, includesBuyer },
) => {
  if (!includesBuyer || !wallet) return {}
  const subscriptions = await listOfCustomer(ctx.db, { merchant, customer: wallet, limit })
  const versionOf = await loadVersions(ctx, subscriptions)
  const failureOf = await loadFailures(ctx, subscriptions)
  const now = ctx.now()
  const ids = subscriptions.map(({ id }) => id)
  const charges = await listEventsOf(ctx.db, { merchant, subscriptionIds: ids, limit })
  return {
    subscriptions: subscriptions.map((subscription) =>
      describeSubscription(subscription, {
        version: versionOf(subscription),
        lastFailure: failureOf(subscription),
        now,
      }),
    ),
    charges: charges.map(describeCharge),
  }
}

function describeCharge(event: BillingEvent) {
  return {
    subscriptionId: event.subscriptionId,
    customerWallet: checksumAddress(event.customer),
    status: event.status,
    amountUsd: centsToDecimal(event.amountCents),
    transactionHash: event.transactionHash,
    createdAt: event.createdAt,
  }
}
