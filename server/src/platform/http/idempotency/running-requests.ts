import type { FastifyRequest } from 'fastify'

/** The requests with an idempotency key that this process is working on. */
export type RunningRequests = {
  /** Begins a request. Returns false while another one runs under the same name. */
  begin(request: FastifyRequest, which: { name: string; requestHash: Buffer }): boolean
  end(request: FastifyRequest): void
}

/** Creates an empty set. While the database is unavailable, nothing else keeps two requests apart that arrive together. */
export function createRunningRequests(): RunningRequests {
  const running = new Map<string, { requestHash: Buffer; count: number }>()
  const names = new WeakMap<FastifyRequest, string>()

  return {
    begin(request, { name, requestHash }) {
      const same = running.get(name) ?? { requestHash, count: 0 }
      if (!same.requestHash.equals(requestHash)) return false
      running.set(name, { requestHash, count: same.count + 1 })
      names.set(request, name)
      return true
    },
    end(request) {
      const name = names.get(request)
      if (name === undefined) return
      names.delete(request)
      const same = running.get(name)
      if (same && same.count > 1) running.set(name, { ...same, count: same.count - 1 })
      else running.delete(name)
    },
  }
}
