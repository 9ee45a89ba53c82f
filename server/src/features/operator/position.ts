import { type UnixMs, unixMs } from '../../lib/time.js'
import { invalidCursor } from '../../platform/http/read-query.js'

/** The last row of a page, ordered by time and id. */
export type Position = { createdAt: UnixMs; id: string }

/** Writes the cursor of the page after a position. */
export function writeCursor({ createdAt, id }: Position): string {
  return `${createdAt}_${id}`
}

/**
 * Reads a cursor whose id matches `idForm`. Null for the first page.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCursor(text: string | undefined, idForm: RegExp): Position | null {
  if (text === undefined || text === '') return null
  const [, time = '', id = ''] = /^(\d{1,15})_(.+)$/.exec(text) ?? []
  if (!idForm.test(id)) throw invalidCursor()
  return { createdAt: unixMs(Number(time)), id }
}
