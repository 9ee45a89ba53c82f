import { pruneRateWindows } from './auth/limits/limiter.js'
import { pruneEvents } from './features/events/prune-events.js'
import { pruneDeletedItems } from './features/inventory/prune-deleted-items.js'
import { releaseExpiredStock } from './features/inventory/release-expired-stock.js'
import { expiredStock } from './features/inventory/stock-store.js'
import { failAbandonedAttempts } from './features/portal/fail-abandoned-attempts.js'
import { failIdleCheckouts } from './features/portal/fail-idle-checkouts.js'
import { endAuthorizations } from './features/portal/gasless/end-authorizations.js'
import { overdueSessions } from './features/portal/session-store.js'
import { refreshRates } from './features/rates/refresh-rates.js'
import { expireReceipts } from './features/receipts/status/expire-receipts.js'
import { expiredReceipts } from './features/receipts/status/expiry-store.js'
import { unpublishedNews } from './features/receipts/status/status-change-store.js'
import { pruneSessions } from './features/sessions/prune-sessions.js'
import { pendingSettlements } from './features/settlement/progress-store.js'
import { watchChain } from './features/settlement/watch-chain.js'
import { dueDeliveries } from './features/webhooks/deliver/due-store.js'
import { mendLanes } from './features/webhooks/mend-lanes.js'
import { pruneDeliveries } from './features/webhooks/prune-deliveries.js'
import { followChain } from './platform/chain/head/follow-head.js'
import { unfinishedOutgoing } from './platform/chain/outgoing/outgoing-store.js'
import { pruneIdempotencyKeys } from './platform/http/idempotency/enforce-idempotency.js'
import type { Job } from './platform/jobs/run-jobs.js'
import type { WorkSource } from './platform/jobs/work-poll.js'

/** Every recurring job, with its schedule. */
export const jobs: readonly Job[] = [
  pruneIdempotencyKeys,
  pruneRateWindows,
  pruneSessions,
  pruneDeletedItems,
  pruneDeliveries,
  mendLanes,
  pruneEvents,
  releaseExpiredStock,
  expireReceipts,
  endAuthorizations,
  failAbandonedAttempts,
  failIdleCheckouts,
  refreshRates,
  followChain,
  watchChain,
]

/** Every kind of work that another process may leave for the loops of this one. */
export const workSources: readonly WorkSource[] = [
  unpublishedNews,
  dueDeliveries,
  unfinishedOutgoing,
  ...pendingSettlements,
  expiredReceipts,
  expiredStock,
  overdueSessions,
]
