import { recordLiveChange } from '../../platform/live-changes/record-live-change.js'
import type { PayoutRecords } from '../payments/payment.js'
import {
  clearBackoffs,
  endDistributionWaits,
  recordFailures,
} from './backoff/payout-backoff-store.js'
import { confirmReleases, orphanReleases, upsertReleases } from './books/release-store.js'
import { clearFoundAfter, clearPaidOut } from './distribute/split-balance-store.js'

/** Records the payouts that the chain shows, and ends the waits that they end. */
export const payoutRecords: PayoutRecords = {
  async addArrived({ db, config: { chainId }, now }, { payouts, releases }) {
    await upsertReleases(db, { chainId, releases, createdAt: now() })
    for (const { merchant, transactionHash: id } of releases) {
      await recordLiveChange(db, { merchant, kind: 'payout', id, change: 'created' })
    }
    await clearBackoffs(db, { chainId, payouts })
    await clearPaidOut(db, { chainId, releases })
  },
  addFailed: ({ db, config: { chainId }, now }, payouts) =>
    recordFailures(db, { chainId, payouts, now: now() }),
  confirm: ({ db, config: { chainId } }, { confirmedThrough }) =>
    confirmReleases(db, { chainId, confirmedThrough }),
  async rewind({ db, config: { chainId } }, { after }) {
    await orphanReleases(db, { chainId, after })
    await endDistributionWaits(db, { chainId, after })
    await clearFoundAfter(db, { chainId, after })
  },
}
