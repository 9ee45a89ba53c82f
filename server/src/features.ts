import type { Access } from './auth/access.js'
import { auditFeature } from './features/audit/routes.js'
import { authorizationsFeature } from './features/authorizations/feature.js'
import { billingFeature } from './features/billing/routes.js'
import { chainFeature } from './features/chain/feature.js'
import { consoleFeature } from './features/console/feature.js'
import { customersFeature } from './features/customers/feature.js'
import { directoryFeature } from './features/directory/feature.js'
import type { ShopDirectory } from './features/directory/shop-directory.js'
import { discoveryFeature } from './features/discovery/routes.js'
import { eventsFeature } from './features/events/feature.js'
import type { EventRouteParts } from './features/events/routes.js'
import { graphqlFeature } from './features/graphql/feature.js'
import { healthFeature } from './features/health/routes.js'
import { holdsFeature } from './features/holds/firm-holds.js'
import { homeFeature } from './features/home/routes.js'
import { importJob } from './features/inventory/csv/import-job.js'
import { inventoryFeature } from './features/inventory/feature.js'
import type { Catalogs } from './features/inventory/search/catalogs.js'
import { jobsFeature } from './features/jobs/feature.js'
import type { JobRunner } from './features/jobs/job-runner.js'
import { keysFeature } from './features/keys/routes.js'
import { ledgerFeature } from './features/ledger/routes.js'
import { mcpFeature } from './features/mcp/routes.js'
import { mediaFeature } from './features/media/routes.js'
import { membersFeature } from './features/members/routes.js'
import { notificationsFeature } from './features/notifications/feature.js'
import { onrampFeature } from './features/onramp/feature.js'
import type { WebhookEvents } from './features/openapi/describe-api.js'
import { openapiFeature } from './features/openapi/routes.js'
import { operatorFeature } from './features/operator/feature.js'
import { ordersFeature } from './features/orders/routes.js'
import { ownersFeature } from './features/owners/routes.js'
import { pagesFeature } from './features/pages/feature.js'
import { passkeysFeature } from './features/passkeys/routes.js'
import { paymentsFeature } from './features/payments/feature.js'
import { payoutsFeature } from './features/payouts/feature.js'
import { rescanJob } from './features/payouts/rescan/rescan-job.js'
import { portalFeature } from './features/portal/feature.js'
import { posFeature } from './features/pos/feature.js'
import { pricingFeature } from './features/pricing/routes.js'
import type { PrivacyRouteParts } from './features/privacy/routes.js'
import { privacyFeature } from './features/privacy/routes.js'
import { ratesFeature } from './features/rates/feature.js'
import { receiptsFeature } from './features/receipts/feature.js'
import { exportJob } from './features/receipts/read/export/export-job.js'
import type { ReceiptRouteParts } from './features/receipts/routes.js'
import { refundsFeature } from './features/refunds/routes.js'
import { registersFeature } from './features/registers/feature.js'
import { reportsFeature } from './features/reports/routes.js'
import { requestsFeature } from './features/requests/routes.js'
import { reserveFeature } from './features/reserve/routes.js'
import { type SandboxRouteParts, sandboxFeature } from './features/sandbox/routes.js'
import { sessionsFeature } from './features/sessions/feature.js'
import { settlementFeature } from './features/settlement/feature.js'
import { shopFeature } from './features/shop/feature.js'
import { deploymentJob } from './features/split/deployment-job.js'
import { splitFeature } from './features/split/routes.js'
import { storefrontFeature } from './features/storefront/feature.js'
import { subscriptionsFeature } from './features/subscriptions/feature.js'
import { taxFeature } from './features/tax/routes.js'
import { usersFeature } from './features/users/feature.js'
import { viewsFeature } from './features/views/feature.js'
import { webhooksFeature } from './features/webhooks/feature.js'
import { x402Feature } from './features/x402/feature.js'
import type { Address } from './lib/hex.js'
import type { TxContext } from './platform/context.js'
import type { Section } from './platform/doctor/section.js'
import type { Feature } from './platform/feature.js'
import { eraseResponses } from './platform/http/idempotency/erase-responses.js'
import { journaledResponses } from './platform/http/idempotency/journaled-responses.js'
import type { RouteRecord } from './platform/http/routes.js'
import { installationInSnapshot } from './platform/installation/installation-store.js'
import { eraseQuarantined } from './platform/journal/quarantine.js'
import type { AnyKind } from './platform/journal/replay-segment.js'
import type { ErasePersonalData, ExportPersonalData } from './platform/personal-data.js'
import type { SnapshotSource } from './platform/snapshot/snapshot-worker.js'

/** Everything that routes share: built once, by `app.ts`. */
export type AppParts = EventRouteParts &
  ReceiptRouteParts &
  PrivacyRouteParts &
  SandboxRouteParts & {
    access: Access
    catalogs: Catalogs
    directory: ShopDirectory
    journalKinds: readonly AnyKind[]
    /** The checks of `npm run doctor`. */
    doctorSections: readonly Section[]
    /** The data of every event that a webhook can receive. */
    webhookEvents: WebhookEvents
    /** Every route registered so far; complete when the server is ready. */
    routes: readonly RouteRecord[]
  }

/** All features, in the groups of the dependency rules. */
export const features: readonly Feature<AppParts>[] = [
  // Access
  sessionsFeature,
  passkeysFeature,
  membersFeature,
  ownersFeature,
  keysFeature,
  billingFeature,
  registersFeature,
  auditFeature,
  requestsFeature,
  privacyFeature,
  // Catalog
  mediaFeature,
  shopFeature,
  inventoryFeature,
  directoryFeature,
  taxFeature,
  ratesFeature,
  pricingFeature,
  // Selling
  ordersFeature,
  storefrontFeature,
  receiptsFeature,
  holdsFeature,
  authorizationsFeature,
  onrampFeature,
  portalFeature,
  subscriptionsFeature,
  x402Feature,
  mcpFeature,
  customersFeature,
  // Money
  splitFeature,
  settlementFeature,
  paymentsFeature,
  payoutsFeature,
  refundsFeature,
  ledgerFeature,
  reportsFeature,
  reserveFeature,
  // People
  viewsFeature,
  notificationsFeature,
  jobsFeature,
  usersFeature,
  graphqlFeature,
  // Delivery
  eventsFeature,
  webhooksFeature,
  // Platform
  healthFeature,
  homeFeature,
  consoleFeature,
  posFeature,
  pagesFeature,
  chainFeature,
  sandboxFeature,
  discoveryFeature,
  openapiFeature,
  operatorFeature,
]

/** The kinds of the journal in replay order: receipts before their statuses, responses last. */
export const journalKinds: readonly AnyKind[] = [
  ...features.flatMap((feature) => feature.journal ?? []),
  journaledResponses,
]

/** Everything that people can start as a job. */
export const jobRunners: readonly JobRunner[] = [importJob, exportJob, deploymentJob, rescanJob]

/** Everything that the snapshot for outages holds. */
export const snapshotSources: readonly SnapshotSource[] = [
  installationInSnapshot,
  ...features.flatMap(({ snapshot }) => snapshot ?? []),
]

/** Deletes all that features stored about a merchant's sales, except the receipts themselves. */
export async function deleteSales(ctx: TxContext, merchant: Address): Promise<void> {
  for (const feature of features) await feature.deleteSales?.(ctx, merchant)
}

/** Returns everything that features stored about a buyer, by section. */
export const exportPersonalData: ExportPersonalData = async (ctx, subject) => {
  const sections: Record<string, readonly unknown[]> = {}
  for (const feature of features) {
    Object.assign(sections, await feature.exportPersonalData?.(ctx, subject))
  }
  return sections
}

/** Erases a buyer's data in this order: receipts before the events and deliveries about them. */
export const erasePersonalData: ErasePersonalData = async (ctx, subject) => {
  let erased = 0
  for (const feature of features) {
    erased += (await feature.erasePersonalData?.(ctx, subject)) ?? 0
  }
  return erased + (await eraseResponses(ctx, subject)) + (await eraseQuarantined(ctx, subject))
}
