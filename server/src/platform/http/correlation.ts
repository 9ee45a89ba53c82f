import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { encodeBase32 } from '../../lib/ids.js'
import type { Context } from '../context.js'
import type { Logger } from '../log.js'

export const correlationHeader = 'x-correlation-id'

/** Long enough to be unique, short and plain enough for a log line. */
const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** Returns the caller's correlation id if it is acceptable, or a new one. */
export type CorrelationIdOf = (request: Pick<IncomingMessage, 'headers'>) => string

/** Creates ids that are unique, sort by time and are cheap to make. They are not secret. */
export function createCorrelationIds(): CorrelationIdOf {
  const prefix = `req_${encodeBase32(randomBytes(10))}`
  let count = 0

  return (request) => {
    const correlationId = request.headers[correlationHeader]
    if (typeof correlationId === 'string' && acceptable.test(correlationId)) return correlationId
    count += 1
    return `${prefix}_${count.toString(36).padStart(7, '0')}`
  }
}

const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'child'] as const

/** The logger of one request, created with its first line. */
type LazyLog = { correlationId: string; logger: Logger | null }

/**
 * Returns a function that creates the logger of a request, whose lines carry its correlation id.
 * Most requests log nothing, so the underlying logger is created with the first line. The framework
 * gets no logger, because it would then listen for the end of every response.
 */
export function createRequestLogs(
  ctx: Pick<Context, 'rootLog'>,
): (correlationId: string) => FastifyBaseLogger {
  const shared = Object.create(null, {
    level: { get: () => ctx.rootLog.level },
    silent: { value: () => {} },
  })
  for (const method of methods) {
    shared[method] = function (this: LazyLog, ...args: unknown[]) {
      this.logger ??= ctx.rootLog.child({ correlationId: this.correlationId })
      return Reflect.apply(this.logger[method], this.logger, args)
    }
  }

  return (correlationId) => Object.assign(Object.create(shared), { correlationId, logger: null })
}
