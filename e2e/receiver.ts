import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One request as a merchant's server got it. */
export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The very bytes, which is what a signature is over. */
  body: Buffer
  /** `performance.now()` when the last of them was there. */
  at: number
}

export type Receiver = {
  url: string
  received: Received[]
  /** Resolves with those that came to a path, once there are so many. */
  at(path: string, count: number): Promise<Received[]>
  close(): Promise<void>
}

/** A merchant's server, which answers 204 to everything, or what `answer` does. */
export async function startReceiver(
  answer: (response: ServerResponse, got: Received) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    buffer(request).then(
      (body) => {
        const got = { method, path, headers, body, at: performance.now() }
        received.push(got)
        answer(response, got)
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
          const there = received.filter((one) => one.path === path)
          if (there.length < count) return
          waiting.delete(check)
          resolve(there)
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
