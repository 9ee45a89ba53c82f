import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey } from 'viem/accounts'
import { createClient, type Session } from '../abuse/client.js'

/** The first message to the process. */
export type SitesOrder = {
  origin: string
  slug: string
  skus: string[]
  /** Receipts whose pages and PDF files are requested. */
  receiptIds: string[]
  /** Requests per second, of all kinds together. */
  perSecond: number
}

/** Responses to one kind of request, counted by status. 0 counts connections that got none. */
export type SitesCount = { name: string; sent: number; statuses: Record<number, number> }

/** A kind of request. `share` is its part of all requests. */
type Attack = { name: string; share: number; send(ip: string): void }

/** Clients that keep more connections open lose the oldest. */
const maxOpen = 6_000
const maxUploads = 64
const tickMs = 10

const networks = Array.from(
  { length: 300 },
  (_, index) => `2001:db8:${(index % 8) + 1}:${index.toString(16)}::1`,
)

/** Addresses of this machine that are not its proxy, so that limits on connections count them. */
const directAddresses = Array.from(
  { length: 300 },
  (_, index) => `127.66.${index % 8}.${1 + Math.floor(index / 8)}`,
)
const pipelined = 40

const counts = new Map<string, SitesCount>()
const openSockets = new Set<Socket>()
let uploads = 0
let isStopping = false

function countOf(name: string): SitesCount {
  const count = counts.get(name) ?? { name, sent: 0, statuses: {} }
  counts.set(name, count)
  return count
}

function addStatus(name: string, status: number): void {
  const { statuses } = countOf(name)
  statuses[status] = (statuses[status] ?? 0) + 1
}

function createAttacks(order: SitesOrder, sessions: Session[]): Attack[] {
  const { hostname, port } = new URL(order.origin)
  const pick = <Item>(items: readonly Item[]) =>
    items[Math.floor(Math.random() * items.length)] as Item

  /** Opens a connection, from another address of this machine if one is given. */
  function open(name: string, localAddress?: string): Socket {
    countOf(name).sent += 1
    const source = localAddress === undefined ? {} : { localAddress }
    const socket = connect({ port: Number(port), host: hostname, ...source })
    openSockets.add(socket)
    if (openSockets.size > maxOpen) {
      const [oldest] = openSockets
      oldest?.destroy()
    }
    socket.on('error', () => {})
    socket.once('close', () => openSockets.delete(socket))
    return socket
  }

  /** Opens a connection and sends the head of a request, and its body. */
  function begin(name: string, ip: string, head: string[], body = ''): Socket {
    const socket = open(name)
    const [target, ...headers] = head
    const length = body ? [`content-length: ${Buffer.byteLength(body)}`] : []
    const lines = [`${target} HTTP/1.1`, 'host: tally.test', `x-forwarded-for: ${ip}`]
    socket.write(`${[...lines, ...headers, ...length].join('\r\n')}\r\n\r\n${body}`)
    return socket
  }

  /** Reads a response to its end, and then keeps the connection open. */
  function read(name: string, socket: Socket): void {
    let status = 0
    socket.on('data', (chunk: Buffer) => {
      status ||= Number(chunk.toString('latin1', 9, 12))
    })
    socket.once('close', () => addStatus(name, status))
  }

  function readAndClose(name: string, ip: string, head: string[], body = ''): void {
    read(name, begin(name, ip, [...head, 'connection: close'], body))
  }

  /** Reads nothing, so that the response waits in the memory of the service. */
  function ignore(name: string, ip: string, head: string[]): void {
    begin(name, ip, head).pause()
  }

  /**
   * Requests the API reference many times in advance over a direct connection, and reads nothing.
   */
  function requestInAdvance(): void {
    const socket = open('unread API references', pick(directAddresses))
    socket.write('GET /openapi.json HTTP/1.1\r\nhost: tally.test\r\n\r\n'.repeat(pipelined))
    socket.pause()
  }

  /** Keeps an upload open that never ends. */
  function upload(ip: string): void {
    const session = pick(sessions)
    if (!session || uploads >= maxUploads) return
    uploads += 1
    const { cookie, 'x-csrf-token': token } = session.headers
    const head = ['POST /api/media', `cookie: ${cookie}`, `x-csrf-token: ${token}`]
    const length = ['content-type: image/png', 'content-length: 8000000']
    const socket = begin('slow uploads', ip, [...head, ...length])
    const timer = setInterval(() => socket.write('x'), 1_000)
    read('slow uploads', socket)
    socket.once('close', () => {
      clearInterval(timer)
      uploads -= 1
    })
  }

  /** A signature that is not of a key makes the service call the wallet's contract. */
  async function signByContract(ip: string): Promise<void> {
    const client = createClient({ origin: order.origin, ip })
    try {
      countOf('contract signatures').sent += 1
      const message = await client.messageFor(`0x${randomBytes(20).toString('hex')}`)
      if (message === null) return addStatus('contract signatures', 429)
      const signature = `0x${randomBytes(300).toString('hex')}`
      const body = { message, signature }
      const { status } = await client.call('POST /api/auth/login', { body })
      addStatus('contract signatures', status)
    } catch {
      addStatus('contract signatures', 0)
    } finally {
      client.close()
    }
  }

  const json = 'content-type: application/json'
  const { slug, skus, receiptIds } = order
  const items = () => skus.map((sku) => ({ sku, qty: 1 }))
  const orderBody = () => JSON.stringify({ shopSlug: slug, items: items() })
  const shop = `GET /api/directory/shops/${slug}`
  return [
    {
      name: 'unpaid x402 orders',
      share: 20,
      send: (ip) =>
        readAndClose('unpaid x402 orders', ip, ['POST /api/x402/orders', json], orderBody()),
    },
    {
      name: 'unread catalog pages',
      share: 25,
      send: (ip) => ignore('unread catalog pages', ip, [`${shop}/items?limit=200`]),
    },
    {
      name: 'unread feed pages',
      share: 5,
      send: (ip) => ignore('unread feed pages', ip, [`${shop}/feed?limit=200`]),
    },
    {
      name: 'catalog pages',
      share: 10,
      send: (ip) => readAndClose('catalog pages', ip, [`${shop}/items?limit=200`]),
    },
    {
      name: 'directory searches',
      share: 15,
      send: (ip) => readAndClose('directory searches', ip, ['GET /api/directory/shops?q=tea']),
    },
    {
      name: 'page streams',
      share: 12,
      send: (ip) =>
        read(
          'page streams',
          begin('page streams', ip, [`GET /api/portal/${pick(receiptIds)}/events`]),
        ),
    },
    {
      name: 'PDF files',
      share: 8,
      send: (ip) =>
        readAndClose('PDF files', ip, [`GET /api/portal/${pick(receiptIds)}/receipt.pdf`]),
    },
    { name: 'unread API references', share: 4, send: requestInAdvance },
    {
      name: 'silent connections',
      share: 4,
      send: () => void open('silent connections', pick(directAddresses)),
    },
    { name: 'contract signatures', share: 2, send: (ip) => void signByContract(ip) },
    { name: 'slow uploads', share: 3, send: upload },
  ]
}

/** Signs in two wallets from each site, for uploads. */
async function signIn(origin: string): Promise<Session[]> {
  const sessions: Session[] = []
  for (const ip of networks.slice(0, 16)) {
    const client = createClient({ origin, ip, retries: 5 })
    const { session } = await client.signIn(generatePrivateKey())
    if (session) sessions.push(session)
    client.close()
  }
  return sessions
}

/**
 * Sends requests at a fixed rate, whether or not earlier requests got a response. Sending as fast
 * as possible would measure how the processors are shared between this process and the service.
 */
async function attack(order: SitesOrder): Promise<void> {
  const attacks = createAttacks(order, await signIn(order.origin))
  const queue = attacks.flatMap((kind) => Array<Attack>(kind.share).fill(kind))
  process.send?.('attacking')
  const startedAt = performance.now()
  for (let sent = 0; !isStopping; ) {
    const dueCount = ((performance.now() - startedAt) / 1_000) * order.perSecond
    for (; sent < dueCount; sent += 1) {
      // 37 has no factor in common with the numbers of requests and networks, so that kinds and
      // networks mix.
      const next = queue[(sent * 37) % queue.length]
      next?.send(networks[(sent * 7) % networks.length] as string)
    }
    await sleep(tickMs)
  }
}

process.on('message', (message: SitesOrder | 'stop') => {
  if (message !== 'stop') return void attack(message)
  isStopping = true
  process.send?.([...counts.values()])
})
// The parent process has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
