import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey } from 'viem/accounts'
import { formatKey } from '../../src/auth/keys/key-format.js'
import { type Client, randomText, type Session } from './client.js'

/** One kind of request, repeated by several workers at once. */
export type Attack = {
  name: string
  workers: number
  /** Returns the HTTP status, or 0 when there was nothing to send. */
  run(): Promise<number>
}

/** The shop that third parties can order from. */
export type Target = { slug: string; sku: string }

type Page = { id: string; token: string | null }

const maxSessions = 400
const maxStreams = 600
const maxPages = 200

/** Creates every attack that one network address with unlimited wallets can make. */
export function createAttacks(client: Client, target: Target): Attack[] {
  const sessions: Session[] = []
  const pages: Page[] = []
  const receipts: { id: string; headers: Session['headers'] }[] = []
  let streams = 0
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]

  /** Calls as one of the throwaway merchants. */
  const asMerchant = (call: string, body?: () => object | string) => async (): Promise<number> => {
    const session = pick(sessions)
    if (!session) return idle()
    const { headers } = session
    return (await client.call(call, { headers, ...(body && { body: body() }) })).status
  }

  /** Calls from the payment page of one of the anonymous orders. */
  const fromPage = (verb: string, body: () => object) => async (): Promise<number> => {
    const page = pick(pages.filter(({ token }) => token !== null))
    if (!page) return idle()
    const headers = { 'x-portal-token': page.token ?? '' }
    const call = `POST /api/portal/${page.id}/${verb}`
    return (await client.call(call, { headers, body: body() })).status
  }

  async function signIn(): Promise<number> {
    const { status, session } = await client.signIn(generatePrivateKey())
    if (session && sessions.length < maxSessions) sessions.push(session)
    return status
  }

  async function addReceipt(): Promise<number> {
    const session = pick(sessions)
    if (!session) return idle()
    const { headers } = session
    const id = word()
    const { status } = await client.call('POST /api/receipts', { headers, body: bigReceipt(id) })
    if (status === 201 && receipts.length < maxPages) receipts.push({ id, headers })
    return status
  }

  /** Each change is an event with its metadata. */
  async function changeStatus(): Promise<number> {
    const receipt = pick(receipts)
    if (!receipt) return idle()
    const { id: receiptId, headers } = receipt
    const body = { receiptId, status: pick(['link_opened', 'checkout_initialized', 'failed']) }
    return (await client.call('POST /api/receipts/status', { headers, body })).status
  }

  async function order(): Promise<number> {
    const path = `POST /api/directory/shops/${target.slug}/orders`
    const body = { items: [{ sku: target.sku, qty: 1 }], onrampEmail: `${word()}@example.com` }
    const { status, text } = await client.call(path, { body })
    if (status === 200 && pages.length < maxPages) {
      pages.push({ id: JSON.parse(text).receipt.receiptId, token: null })
    }
    return status
  }

  async function openPage(): Promise<number> {
    const page = pick(pages)
    if (!page) return idle()
    const { status, text } = await client.call(`GET /api/portal/${page.id}`)
    if (status === 200) page.token = JSON.parse(text).portalToken
    return status
  }

  async function print(): Promise<number> {
    const page = pick(pages)
    if (!page) return idle()
    return (await client.call(`GET /api/portal/${page.id}/receipt.pdf`)).status
  }

  async function openStream(): Promise<number> {
    const session = pick(sessions)
    if (!session || streams >= maxStreams) return idle()
    streams += 1
    try {
      const { headers } = session
      let status = 0
      const onOpen = (reply: { statusCode?: number | undefined }) => {
        status = reply.statusCode ?? 0
      }
      const opening = client.call('GET /api/events/stream', { headers, onOpen, timeoutMs: 90_000 })
      // The stream stays open in the background.
      const release = () => {
        streams -= 1
      }
      void opening.then(release, release)
      while (status === 0) await Promise.race([opening, sleep(50)])
      return status
    } catch {
      return -1
    }
  }

  /** A signature that is not of a key makes the service call the wallet's contract. */
  async function signByContract(): Promise<number> {
    const address = `0x${randomBytes(20).toString('hex')}` as const
    const message = await client.messageFor(address)
    if (message === null) return 429
    const signature = `0x${randomBytes(300).toString('hex')}`
    return (await client.call('POST /api/auth/login', { body: { message, signature } })).status
  }

  async function useUnknownKey(): Promise<number> {
    const headers = { 'x-api-key': formatKey('live', randomBytes(64)) }
    return (await client.call('GET /api/receipts', { headers })).status
  }

  const everyone = (call: string, body?: string) => async () =>
    (await client.call(call, body === undefined ? {} : { body })).status
  const wide = wideJson(2_500_000)
  const shopCall = `POST /api/directory/shops/${target.slug}/orders`

  return [
    { name: 'sign-ins', workers: 3, run: signIn },
    { name: 'items', workers: 3, run: asMerchant('POST /api/inventory', bigItem) },
    { name: 'imports', workers: 2, run: asMerchant('POST /api/inventory/import', bigImport) },
    { name: 'receipts', workers: 2, run: addReceipt },
    { name: 'status changes', workers: 2, run: changeStatus },
    { name: 'shops', workers: 2, run: asMerchant('POST /api/shop/config', aShop) },
    { name: 'webhooks', workers: 2, run: asMerchant('POST /api/webhooks', aWebhook) },
    { name: 'invitations', workers: 2, run: asMerchant('POST /api/members', anInvitation) },
    { name: 'keys', workers: 2, run: asMerchant('POST /api/keys', () => ({ name: word() })) },
    { name: 'splits', workers: 2, run: asMerchant('POST /api/split/deploy', aSplit) },
    { name: 'event streams', workers: 4, run: openStream },
    { name: 'anonymous orders', workers: 2, run: order },
    { name: 'payment pages', workers: 2, run: openPage },
    { name: 'progress', workers: 2, run: fromPage('progress', someProgress) },
    { name: 'announcements', workers: 2, run: fromPage('tx', anAnnouncement) },
    { name: 'PDFs', workers: 2, run: print },
    { name: 'unknown keys', workers: 2, run: useUnknownKey },
    { name: 'contract signatures', workers: 2, run: signByContract },
    { name: 'wide JSON', workers: 1, run: everyone(shopCall, wideJson(300_000)) },
    { name: 'deep JSON', workers: 1, run: everyone(shopCall, deepJson(100_000)) },
    { name: 'wide imports', workers: 1, run: asMerchant('POST /api/inventory/import', () => wide) },
    { name: 'API reference', workers: 1, run: everyone('GET /openapi.json') },
    { name: 'slow bodies', workers: 20, run: () => sendSlowly(client) },
  ]
}

/** Waits a moment, because there is nothing to send yet. */
async function idle(): Promise<number> {
  await sleep(50)
  return 0
}

function word(): string {
  return randomBytes(8).toString('hex')
}

function bigItem(): object {
  const attributes = { text: randomText(8_000) }
  return { sku: word(), name: word(), priceUsd: 1, description: randomText(5_000), attributes }
}

function bigImport(): object {
  const rows = Array.from({ length: 4_000 }, () => `${randomBytes(4).toString('hex')},n,1`)
  return { csv: `sku,name,priceUsd\n${rows.join('\n')}` }
}

function bigReceipt(id: string): object {
  const lineItems = Array.from({ length: 50 }, () => ({ label: randomText(150), priceUsd: 1 }))
  return { id, lineItems, totalUsd: 50, metadata: { text: randomText(8_000) } }
}

function aShop(): object {
  return { name: `Shop ${word()}`, slug: word(), listed: true }
}

function aWebhook(): object {
  return { url: `https://${word()}.invalid/hook` }
}

function anInvitation(): object {
  return { member: `0x${randomBytes(20).toString('hex')}`, role: 'viewer' }
}

function aSplit(): object {
  const address = `0x${randomBytes(20).toString('hex')}`
  return { recipients: [{ address, sharesBps: 9_950 }] }
}

function someProgress(): object {
  return { status: Math.random() < 0.5 ? 'link_opened' : 'checkout_initialized' }
}

function anAnnouncement(): object {
  return { txHash: `0x${randomBytes(32).toString('hex')}` }
}

function wideJson(values: number): string {
  return `{"items":[{}${',{}'.repeat(values - 1)}]}`
}

function deepJson(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`
}

/**
 * Sends a body of a few bytes a second. Returns the status that ends it, or -1 when the connection
 * is cut.
 */
function sendSlowly({ origin, ip }: Client): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    const timer = setInterval(() => socket.write('{'), 500)
    socket.once('connect', () => {
      const head = ['POST /api/auth/login HTTP/1.1', 'host: tally.test', `x-forwarded-for: ${ip}`]
      const body = ['content-type: application/json', 'content-length: 16000']
      socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n`)
    })
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(timer)
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? -1))
    })
  })
}
