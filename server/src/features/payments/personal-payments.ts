import type { ErasePersonalData, ExportPersonalData } from '../../platform/personal-data.js'
import { listAnnouncedBy, listDirectOf, listPayersOf } from './personal-payments-store.js'
import { deleteSignersBy, listSignersBy } from './signers/signer-store.js'

/** More than a person makes without a receipt. */
const directLimit = 500

/**
 * Returns the payments of a buyer, also those announced and those made directly to a split. The
 * chain shows them too, and bookkeeping needs them, so they are never erased.
 */
export const exportPayments: ExportPersonalData = async ({ db }, subject) => {
  const { merchant, wallet, includesBuyer } = subject
  const direct = { merchant, payer: wallet, limit: directLimit }
  return {
    payments: await listPayersOf(db, subject),
    announcedTransactions: await listAnnouncedBy(db, subject),
    signers: await listSignersBy(db, subject),
    ...(includesBuyer && { directPayments: await listDirectOf(db, direct) }),
  }
}

/** Erases which wallets signed for receipts. The merchant then confirms the payer of a refund. */
export const eraseSigners: ErasePersonalData = ({ db }, subject) => deleteSignersBy(db, subject)
