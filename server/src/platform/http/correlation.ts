import type { IncomingMessage } from 'node:http'
import { newId } from '../ids.js'

export const correlationHeader = 'x-correlation-id'

/** Long enough to be somebody's id, short and plain enough to stand in a log line. */
const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** The id the caller gave this request, if it is a plain one, or a new one. */
export function correlationIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[correlationHeader]
  return typeof given === 'string' && acceptable.test(given) ? given : newId('req')
}
