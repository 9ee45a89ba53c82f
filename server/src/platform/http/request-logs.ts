import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.js'
import type { Logger } from '../log.js'

const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'child'] as const

/** The logger of one request until it writes its first line. */
type UnmadeLog = { correlationId: string; made: Logger | null }

/**
 * Returns what makes the logger of a request, whose lines carry its correlation id. Most requests log
 * nothing, so the logger behind it is made only with the first line. The framework is given no logger of
 * its own: it would then listen for the end of every answer.
 */
export function createRequestLogs(
  ctx: Pick<Context, 'rootLog'>,
): (correlationId: string) => FastifyBaseLogger {
  const shared = Object.create(null, {
    level: { get: () => ctx.rootLog.level },
    silent: { value: () => {} },
  })
  for (const method of methods) {
    shared[method] = function (this: UnmadeLog, ...args: unknown[]) {
      this.made ??= ctx.rootLog.child({ correlationId: this.correlationId })
      return Reflect.apply(this.made[method], this.made, args)
    }
  }

  return (correlationId) => Object.assign(Object.create(shared), { correlationId, made: null })
}
