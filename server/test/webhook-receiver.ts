import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as a merchant's server got it. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** `performance.now()` when the last byte was there. */
  at: number
}

export type WebhookReceiver = {
  url: string
  received: Received[]
  /** Resolves once there are so many. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

/** A merchant's server. Answers 200, or what `answer` does. */
export async function startReceiver(
  answer: (response: ServerResponse, got: Received) => void = (response) => response.end('ok'),
): Promise<WebhookReceiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const got = { path: request.url ?? '', headers: request.headers, body, at: performance.now() }
      received.push(got)
      answer(response, got)
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    until(count) {
      return new Promise((resolve) => {
        function check() {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
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
