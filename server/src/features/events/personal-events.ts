import { isFields } from '../../lib/fields/is-fields.js'
import type { ErasePersonalData, ExportPersonalData } from '../../platform/personal-data.js'
import { listBodies, updatePublished, updateRecorded } from './personal-events-store.js'

/** Returns the bodies of the events about a buyer's receipts. */
export const exportEvents: ExportPersonalData = async ({ db }, { merchant, receiptIds }) => {
  const { published, recorded } = await listBodies(db, { merchant, receiptIds })
  return { events: [...published, ...recorded].map(({ body }) => parse(body)) }
}

/** Erases the buyer's data from the bodies of events. Their deliveries must be signed again afterwards. */
export const eraseEvents: ErasePersonalData = async ({ db }, { merchant, receiptIds }) => {
  const { published, recorded } = await listBodies(db, { merchant, receiptIds })
  const past = published.flatMap(eraseBody)
  const waiting = recorded.flatMap(eraseBody)
  if (past.length > 0) await updatePublished(db, { merchant, bodies: past })
  if (waiting.length > 0) await updateRecorded(db, { merchant, bodies: waiting })
  return past.length + waiting.length
}

/** Returns an event without metadata, and without a reference that contains an e-mail address. Empty if it has neither. */
function eraseBody({ id, body }: { id: string; body: string }): { id: string; body: string }[] {
  const data = parse(body)
  if (!isFields(data)) return []
  const { metadata, transactionId } = data
  const isPersonal = typeof transactionId === 'string' && transactionId.includes('@')
  if ((metadata ?? null) === null && !isPersonal) return []
  const erased = { ...data, metadata: null, ...(isPersonal ? { transactionId: null } : {}) }
  return [{ id, body: JSON.stringify(erased) }]
}

/** Returns null for a damaged body, which holds nothing to read. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
