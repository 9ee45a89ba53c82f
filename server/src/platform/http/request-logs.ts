import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.js'
import type { Logger } from '../log.js'

const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'child'] as const

/** The logger of one request, created with its first line. */
type LazyLog = { correlationId: string; logger: Logger | null }

/**
 * Returns a function that creates the logger of a request, whose lines carry its correlation id. Most requests log
 * nothing, so the underlying logger is created with the first line. The framework gets no logger, because it would
 * then listen for the end of every response.
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
