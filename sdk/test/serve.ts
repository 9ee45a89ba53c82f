import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/**
 * `no_response` keeps the connection open; `broken_response` closes it in the middle of the body.
 */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'no_response'
  | 'broken_response'

type ReceivedRequest = {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Starts an HTTP server for one test. It sends the replies in order and repeats the last one. */
export async function serve(...replies: [Reply, ...Reply[]]) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: await text(request) })
    send(response, replies[Math.min(received.length, replies.length) - 1] ?? replies[0])
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)

  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, received, close }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'no_response') return
  if (reply === 'broken_response') {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"status":', () => response.destroy())
    return
  }
  const { status = 200, headers = {}, json } = reply
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(reply.text ?? JSON.stringify(json ?? {}))
}
