import type { TxContext } from '../context.js'
import type { DataSubject } from '../personal-data.js'
import { deleteQuarantinedByKey } from './journal-store.js'

/** Deletes the quarantined records about receipts of a buyer, and returns how many there were. */
export async function eraseQuarantined(
  { db }: Pick<TxContext, 'db'>,
  { merchant, receiptIds }: Pick<DataSubject, 'merchant' | 'receiptIds'>,
): Promise<number> {
  if (receiptIds.length === 0) return 0
  const keys = receiptIds.map((id) => `receipt ${merchant} ${id}`)
  return deleteQuarantinedByKey(db, { merchant, keys })
}
