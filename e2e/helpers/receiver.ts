import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One request that a merchant's server received. */
export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The raw bytes, which the signature covers. */
  body: Buffer
  /** `performance.now()` when the body was complete. */
  at: number
}

export type Receiver = {
  url: string
  received: ReceivedRequest[]
  /** Resolves with the requests to a path once there are `count` of them. */
  at(path: string, count: number): Promise<ReceivedRequest[]>
  close(): Promise<void>
}

/** Starts a merchant's server. It responds with 204 unless `respond` does something else. */
export async function startReceiver(
  respond: (response: ServerResponse, request: ReceivedRequest) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    buffer(request).then(
      (body) => {
        const complete = { method, path, headers, body, at: performance.now() }
        received.push(complete)
        respond(response, complete)
        for (const check of waiting) check()
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    at(path, count) {
      return new Promise((resolve) => {
        function check() {
          const arrived = received.filter((request) => request.path === path)
          if (arrived.length < count) return
          waiting.delete(check)
          resolve(arrived)
        }
        waiting.add(check)
        check()
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
