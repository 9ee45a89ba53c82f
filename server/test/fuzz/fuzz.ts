import { Agent, type IncomingMessage, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { Type } from 'typebox'
import { anyone, developer } from '../../src/auth/guards.js'
import { upsertItem } from '../../src/features/inventory/change-item.js'
import { settleAgain } from '../../src/features/payments/receipts-to-settle.js'
import { createReceipt } from '../../src/features/receipts/create/create-receipt.js'
import { postStatus } from '../../src/features/receipts/status/post-status.js'
import { refundRemaining } from '../../src/features/refunds/record/refund-remaining.js'
import { seedShopConfig } from '../../src/features/shop/seed-shop-config.js'
import { seedSplit } from '../../src/features/split/seed-split.js'
import { errorStatus } from '../../src/lib/errors.js'
import type { Address } from '../../src/lib/hex.js'
import type { Context } from '../../src/platform/context.js'
import { aDeveloper, aWallet } from '../fixtures/factories.js'
import { createTestApp, type TestApp } from '../harness.js'
import { signIn } from '../sign-in.js'
import { type Attempt, attempt, shopSlug } from './attempts.js'
import { attemptsOf } from './openapi.js'
import { findRawProblem, rawRequest } from './raw.js'

type Target = { port: number; apiKey: string; sessions: Record<string, string>[] }

/**
 * Creates the real app with two more routes, so that bodies, queries and ids reach the database.
 */
export async function startTarget({
  people: count,
}: {
  people: number
}): Promise<{ app: TestApp; target: Target }> {
  const wallet = aWallet()
  const app = await createTestApp({
    environment: { OWN_MERCHANTS: wallet },
    extraRoutes: (server, ctx) => {
      const body = Type.Object({ label: Type.String(), qty: Type.Optional(Type.Number()) })
      const query = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) })
      const guard = developer({ scope: 'inventory:write' })
      server.post('/api/fuzz', { config: { guard }, schema: { body } }, async (request) => {
        await ctx.db.query('select $1::text as label, $2::jsonb as body', [
          request.body.label,
          JSON.stringify(request.body),
        ])
        return { ok: true }
      })
      server.get(
        '/api/fuzz/:id',
        {
          config: { guard: anyone() },
          schema: { params: Type.Object({ id: Type.String() }), querystring: query },
        },
        async (request) => {
          await ctx.db.query('select $1::text as id, $2::text as q', [
            request.params.id,
            request.query.q ?? null,
          ])
          return { ok: true }
        },
      )
    },
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const { apiKey } = await aDeveloper(app.ctx, { wallet })
  // Several people, because each has a rate limit.
  const people = await Promise.all(Array.from({ length: count }, () => signIn(app)))
  for (const merchant of [wallet, ...people.map((person) => person.wallet)]) {
    await openShop(app.ctx, merchant)
  }
  const config = { slug: shopSlug, name: 'N', listed: true }
  await seedShopConfig(app.ctx, { merchant: wallet, config })
  const sessions = people.map(({ headers }) => headers)
  return { app, target: { port, apiKey, sessions } }
}

/** Gives a merchant the items and receipts that orders, status changes and refunds need. */
async function openShop(ctx: Context, merchant: Address): Promise<void> {
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'fuzz' } as const
  await seedSplit(ctx, { merchant })
  await upsertItem(ctx, { by, body: { sku: 'S', name: 'N', priceUsd: 1 } })
  const lineItems = [{ label: 'L', priceUsd: 1 }]
  for (const id of ['R', 'P'])
    await createReceipt(ctx, { by, body: { id, lineItems, totalUsd: 1 }, settleAgain })
  const body = { receiptId: 'P', status: 'paid' }
  const verifiedAt = ctx.now()
  await postStatus(ctx, { by, own: null, verifiedAt, body, refundRemaining, settleAgain })
}

const width = 16
const roundSize = 2_000
const everything = fc.oneof(
  { weight: 1, arbitrary: attempt },
  { weight: 1, arbitrary: attemptsOf(['R', 'P', shopSlug]) },
)

type FuzzResult = {
  /** Requests whose response violates the contract. */
  broken: string[]
  /** Bytes in use after each round, after a collection of garbage. */
  heap: number[]
}

/**
 * Sends `runs` seeded requests through sockets in rounds, and as many broken ones as a tenth of
 * them.
 */
export async function fuzz(
  target: Target,
  options: { runs: number; seed: number },
): Promise<FuzzResult> {
  const fuzzed: FuzzResult = { broken: [], heap: [] }
  for (let sent = 0; sent < options.runs; sent += roundSize) {
    const sample = { numRuns: Math.min(roundSize, options.runs - sent), seed: options.seed + sent }
    const attempts = fc.sample(everything, sample)
    const raw = fc.sample(rawRequest, { ...sample, numRuns: Math.ceil(sample.numRuns / 10) })
    fuzzed.broken.push(...(await sendRound(target, attempts)), ...(await sendBroken(target, raw)))
    fuzzed.heap.push(readHeap())
  }
  return fuzzed
}

/**
 * Each worker keeps its connection and has a network address of its own, because each has limits.
 */
async function sendRound(target: Target, attempts: readonly Attempt[]): Promise<string[]> {
  const broken: string[] = []
  const workers = Array.from({ length: width }, async (_, worker) => {
    const localAddress = `127.0.0.${worker + 2}`
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
    for (let index = worker; index < attempts.length; index += width) {
      const current = attempts[index]
      if (!current) continue
      // Two of three have a valid key or session, so that the body passes the guard.
      const credentials = [
        { 'x-api-key': target.apiKey },
        target.sessions[index % target.sessions.length],
        {},
      ][index % 3]
      const headers = { ...current.headers, ...credentials }
      const sentReply = send({ port: target.port, agent }, { ...current, headers })
      const problem = await sentReply.then(problemWith, (error) => String(error))
      if (problem) broken.push(`${problem}: ${JSON.stringify(current).slice(0, 300)}`)
    }
    agent.destroy()
  })
  await Promise.all(workers)
  return broken
}

async function sendBroken({ port }: Target, requests: readonly Buffer[]): Promise<string[]> {
  const broken: string[] = []
  for (let at = 0; at < requests.length; at += width) {
    const batch = requests.slice(at, at + width).map(async (bytes) => {
      const problem = await findRawProblem(port, bytes).catch(String)
      if (problem)
        broken.push(`${problem}: ${JSON.stringify(bytes.toString('latin1')).slice(0, 300)}`)
    })
    await Promise.all(batch)
  }
  return broken
}

function readHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

type Reply = { status: number; headers: IncomingMessage['headers']; text: string; method: string }

function send(
  via: { port: number; agent: Agent },
  { method, path, headers, body }: Attempt,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const target = { ...via, host: '127.0.0.1', method, path, headers }
    const outgoing = request(target, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, method }),
      )
      incoming.on('error', reject)
    })
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no response')))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The service had closed the kept connection, which it does after a broken request.
      const isStale = outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      if (isStale) resolve(send(via, { method, path, headers, body }))
      else reject(error)
    })
    // Node would send the body of a HEAD without its length, which a server reads as a second
    // request.
    outgoing.end(method === 'HEAD' ? '' : body)
  })
}

function problemWith({ status, headers, text, method }: Reply): string | null {
  // Some requests need a chain, which is missing here, so only chain_unavailable may be returned.
  const lacksChain = status >= 500 && text.includes('"chain_unavailable"')
  if (status >= 500 && !lacksChain) return `status ${status}`
  if (!headers['x-correlation-id']) return 'no correlation id'
  if (status < 400 || method === 'HEAD') return null
  // A price has the shape that x402 clients read.
  if (status === 402) return headers['payment-required'] ? null : 'no payment-required header'

  const parsed: unknown = JSON.parse(text)
  const { error, message } = parsed as { error?: string; message?: string }
  const knownError = Object.entries(errorStatus).find(([code]) => code === error)
  if (knownError?.[1] !== status) return `error ${error} with status ${status}`
  return typeof message === 'string' && message !== '' ? null : 'no message'
}
