import type { ErasePersonalData, ExportPersonalData } from '../../platform/personal-data.js'
import { erasePersonalFields } from '../../platform/personal-fields.js'
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

/** Returns an event without personal fields. Empty if it has none. */
function eraseBody({ id, body }: { id: string; body: string }): { id: string; body: string }[] {
  const erased = erasePersonalFields(body)
  return erased === null ? [] : [{ id, body: erased }]
}

/** Returns null for a damaged body, which holds nothing to read. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
