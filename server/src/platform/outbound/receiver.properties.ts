import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { testCertificate, testCertificateKey } from '../../../test/tls-pair.js'

type Reply = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** Answers, and breaks off, without regard for what HTTP allows. */
export const raw =
  (text: string, { isEnd = true } = {}): Reply =>
  ({ socket }) => {
    socket.write(text)
    if (isEnd) socket.end()
  }

/** Stands for what a merchant runs, and misbehaves as it is told. */
export async function startReceiver(
  options: { address?: string; port?: number; isSecure?: boolean } = {},
) {
  const { address = '127.0.0.2', port = 0, isSecure = false } = options
  const hits: { headers: IncomingMessage['headers']; body: Buffer; socket: Socket }[] = []
  const sockets: Socket[] = []
  let reply: Reply = (_, response) => response.end('ok')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray().catch(() => []))
    hits.push({ headers: request.headers, body, socket: request.socket })
    reply(request, response, body)
  }
  const server = isSecure
    ? createSecureServer({ cert: testCertificate, key: testCertificateKey }, answer)
    : createServer(answer)
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  const actual = (server.address() as AddressInfo).port

  return {
    port: actual,
    url: (host = 'hooks.example.com') => `http${isSecure ? 's' : ''}://${host}:${actual}/hook?a=1`,
    /** Every request that came in whole. */
    hits,
    /** Every connection there was. */
    sockets,
    replyWith(next: Reply) {
      reply = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
