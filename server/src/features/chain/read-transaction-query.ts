import { type OutgoingState, outgoingStates } from '../../platform/chain/outgoing/outgoing.js'
import type { OutgoingCursor } from '../../platform/chain/outgoing/stores/outgoing-store.js'
import { invalidCursor, readChoice, readWhole } from '../../platform/http/read-query.js'
import type { TransactionQuery } from './schemas.js'

type TransactionFilter = {
  limit: number
  after: OutgoingCursor | null
  state: OutgoingState | null
}

/**
 * Parses a query for outgoing transactions.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readTransactionQuery(given: TransactionQuery): TransactionFilter {
  return {
    limit: readWhole('limit', given.limit, { min: 1, max: 200, fallback: 50 }),
    after: given.cursor ? readCursor(given.cursor) : null,
    state: readChoice('state', given.state, outgoingStates),
  }
}

export function writeCursor({ createdAt, id }: OutgoingCursor): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string): OutgoingCursor {
  const [, createdAt, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(text) ?? []
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id }
  throw invalidCursor()
}
