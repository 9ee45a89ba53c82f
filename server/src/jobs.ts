import { pruneRateWindows } from './auth/limits/prune-rate-windows.js'
import { pruneEvents } from './features/events/prune-events.js'
import { pruneDeletedItems } from './features/inventory/prune-deleted-items.js'
import { releaseExpiredStock } from './features/inventory/release-expired-stock.js'
import { failAbandonedAttempts } from './features/portal/fail-abandoned-attempts.js'
import { failIdleCheckouts } from './features/portal/fail-idle-checkouts.js'
import { endAuthorizations } from './features/portal/gasless/end-authorizations.js'
import { refreshRates } from './features/rates/refresh-rates.js'
import { expireReceipts } from './features/receipts/expire-receipts.js'
import { pruneSessions } from './features/sessions/prune-sessions.js'
import { watchChain } from './features/settlement/watch-chain.js'
import { mendLanes } from './features/webhooks/mend-lanes.js'
import { pruneDeliveries } from './features/webhooks/prune-deliveries.js'
import { followChain } from './platform/chain/head/follow-chain.js'
import { pruneIdempotencyKeys } from './platform/http/idempotency/prune-idempotency-keys.js'
import type { Job } from './platform/jobs/run-jobs.js'

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
