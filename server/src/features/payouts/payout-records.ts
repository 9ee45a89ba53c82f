import type { PayoutRecords } from '../payments/payment.js'
import { clearBackoffs, endDistributionWaits } from './backoff/payout-backoff-store.js'
import { clearFoundAfter, clearPaidOut } from './distribute/split-balance-store.js'

/** Ends waits of payouts, and forgets money found in splits, when the chain shows that they have ended. */
export const payoutRecords: PayoutRecords = {
  async addArrived({ db, config: { chainId } }, { payouts, releases }) {
    await clearBackoffs(db, { chainId, payouts })
    await clearPaidOut(db, { chainId, releases })
  },
  async rewind({ db, config: { chainId } }, { after }) {
    await endDistributionWaits(db, { chainId, after })
    await clearFoundAfter(db, { chainId, after })
  },
}
