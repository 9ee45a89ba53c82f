import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.js'
import type { Logger } from '../log.js'

const methods = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'child'] as const

/** The logger of one request until it writes its first line. */
type UnmadeLog = { correlationId: string; made: Logger | null }

/**
 * The HTTP server's logger. Its own lines carry the process's correlation id, those of a request the
 * request's. Most requests log nothing, so a request's logger is made only with its first line.
 */
export function createHttpLog(ctx: Pick<Context, 'log' | 'rootLog'>): FastifyBaseLogger {
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

  // The framework also takes a child for itself, to which it binds nothing.
  const child = ({ correlationId }: Partial<UnmadeLog>): object =>
    correlationId === undefined
      ? httpLog
      : Object.assign(Object.create(shared), { correlationId, made: null })
  const httpLog: FastifyBaseLogger = Object.create(ctx.log, { child: { value: child } })
  return httpLog
}
