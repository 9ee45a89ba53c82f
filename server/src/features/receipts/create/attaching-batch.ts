import type { BatchOperation } from '../../../platform/batches.js'
import {
  type AttachmentSql,
  createStatements,
  type Insertion,
  insertReceipts,
  receiptBatch,
} from './insert-receipts-store.js'
import type { NewReceipt } from './receipt-rows.js'

/** Returns the operation that inserts receipts together with rows of another feature. */
export function createAttachingBatch(
  attachmentSql: AttachmentSql,
): BatchOperation<NewReceipt, Insertion> {
  const statements = createStatements(attachmentSql)
  return {
    ...receiptBatch,
    run: (db, inputs, { waits }) => insertReceipts(db, inputs, { waits, statements }),
  }
}
