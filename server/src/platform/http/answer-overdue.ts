import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerError } from './answer-error.js'

/** Keeps an eye on requests under way. */
export type OverdueWatch = {
  begin(request: FastifyRequest, reply: FastifyReply): void
  end(request: FastifyRequest): void
  stop(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, by this process's own steady clock in ms. */
    startedAt: number
  }
}

const lookEveryMs = 1_000

/**
 * Answers requests whose handler has not come back within `limitMs`, so that a bug never holds a
 * caller for ever. One look a second costs less than a timer for every request.
 */
export function answerOverdue(limitMs: number): OverdueWatch {
  const underWay = new Map<FastifyRequest, FastifyReply>()
  const timer = setInterval(() => {
    const limit = performance.now() - limitMs
    for (const [request, reply] of underWay) {
      if (request.startedAt > limit) continue
      underWay.delete(request)
      answerError(new Error(`no answer within ${limitMs} ms`), request, reply)
    }
  }, lookEveryMs)
  timer.unref()

  return {
    begin(request, reply) {
      request.startedAt = performance.now()
      underWay.set(request, reply)
    },
    end: (request) => underWay.delete(request),
    stop: () => clearInterval(timer),
  }
}
