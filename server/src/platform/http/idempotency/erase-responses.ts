import type { TxContext } from '../../context.js'
import type { DataSubject } from '../../personal-data.js'
import { erasePersonalFields } from '../../personal-fields.js'
import { listResponses, updateResponse } from './idempotency-store.js'

/**
 * Erases the personal fields of stored responses about receipts, and returns how many had any. A
 * repeated request gets null in their place.
 */
export async function eraseResponses(
  { db }: Pick<TxContext, 'db'>,
  { merchant: owner, receiptIds }: Pick<DataSubject, 'merchant' | 'receiptIds'>,
): Promise<number> {
  if (receiptIds.length === 0) return 0
  const texts = receiptIds.map((id) => JSON.stringify(id))
  let erased = 0
  for (const { key, body } of await listResponses(db, { owner, texts })) {
    const remainingBody = erasePersonalFields(body)
    if (remainingBody === null) continue
    await updateResponse(db, { owner, key, body: remainingBody })
    erased += 1
  }
  return erased
}
