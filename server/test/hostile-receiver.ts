import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { testCertificate, testCertificateKey } from './tls-pair.js'

/** What receivers do to whoever calls them. The name of a host says which it is. */
export const hostileKinds = [
  'fails',
  'hangs',
  'drips',
  'resets',
  'redirects',
  'endless',
  'tls',
  'floods',
  'rebind',
  'moody',
] as const

export type Arrival = {
  host: string
  deliveryId: string
  signature: string
  body: string
  /** By the same clock that stamps the events. */
  at: number
}

export type HostileReceiver = {
  /** Everything that came, except where no request could be read. */
  arrivals: Arrival[]
  /** Connections to an address that nobody may connect to. */
  victimHits(): number
  urlOf(host: string): string
  close(): Promise<void>
}

const greeted = new WeakSet<Socket>()

const misbehave: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  good: (_, response) => response.end('ok'),
  fails: (_, response) => response.writeHead(500).end('no'),
  hangs: () => {},
  drips({ socket }) {
    socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
    every(socket, 100, () => socket.write('x'))
  },
  resets: ({ socket }) => socket.resetAndDestroy(),
  endless(_, response) {
    response.writeHead(500)
    const junk = Buffer.alloc(65_536)
    const pour = () => {
      while (!response.destroyed && response.write(junk)) {}
    }
    response.on('drain', pour)
    pour()
  },
  floods: ({ socket }) => every(socket, 20, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n')),
  rebind: (_, response) => response.writeHead(500).end(),
  /** Takes the first request on a connection, and breaks off at the next. */
  moody({ socket }, response) {
    if (greeted.has(socket)) socket.resetAndDestroy()
    else response.end('ok')
    greeted.add(socket)
  },
}

function every(socket: Socket, ms: number, work: () => void): void {
  const timer = setInterval(work, ms)
  socket.once('close', () => clearInterval(timer))
}

/** All receivers of a storm, on one address, and a victim on another that some of them point at. */
export async function startHostileReceiver(): Promise<HostileReceiver> {
  const arrivals: Arrival[] = []
  const sockets = new Set<Socket>()
  let hits = 0
  const victim = createServer((_, response) => response.end('secret'))
  victim.on('connection', () => {
    hits += 1
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now()
    const { headers } = request
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString()
    const host = (headers.host ?? '').split(':')[0] ?? ''
    const deliveryId = String(headers['x-service-delivery'])
    arrivals.push({ host, deliveryId, signature: String(headers['x-service-signature']), body, at })
    const kind = host.split('-')[0] ?? ''
    if (kind === 'redirects') response.writeHead(302, { location: inside }).end()
    else (misbehave[kind] ?? misbehave['good'])?.(request, response)
  }
  const plain = createServer(answer)
  const secure = createSecureServer({ cert: testCertificate, key: testCertificateKey }, answer)
  secure.on('tlsClientError', () => {})
  for (const server of [plain, secure]) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
    })
  }
  const port = await listen(plain, '127.0.0.2')
  const securePort = await listen(secure, '127.0.0.2')
  // Where names that change their mind lead to, and redirects as well.
  await listen(victim, '127.0.0.1', port)
  const inside = `http://127.0.0.1:${port}/latest/meta-data`

  return {
    arrivals,
    victimHits: () => hits,
    urlOf: (host) =>
      host.startsWith('tls-')
        ? `https://${host}:${securePort}/hook`
        : `http://${host}:${port}/hook`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(
        [plain, secure, victim].map((server) => new Promise((done) => server.close(done))),
      )
    },
  }
}

async function listen(server: Server, address: string, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  return (server.address() as AddressInfo).port
}
