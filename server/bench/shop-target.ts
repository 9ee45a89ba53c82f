import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { buildApp } from '../src/app.js'
import { seedDemo } from '../src/features/sandbox/seed-demo.js'
import type { Context } from '../src/platform/context.js'
import { issueBenchKey } from './issue-bench-key.js'
import { openContext } from './open-context.js'

// Serves the real app, and a bare server that runs one statement per request on the same database. Sends the URLs to the
// parent process, and its CPU time on request.

const lines = 5

const { ctx, close } = await openContext({ TRUSTED_PROXIES: '127.0.0.1' })
const { wallet } = await seedDemo(ctx, randomBytes(32).toString('hex'))
const apiKey = await issueBenchKey(ctx, wallet.address)
const { server } = await buildApp(ctx)
const headers = { 'x-api-key': apiKey }
for (let index = 0; index < lines; index += 1) {
  const payload = { sku: `BENCH-${index}`, name: `Bench ${index}`, priceUsd: 12.5, stockQty: -1 }
  await server.inject({ method: 'POST', url: '/api/inventory', headers, payload })
}
const items = Array.from({ length: lines }, (_, index) => ({ sku: `BENCH-${index}`, qty: 2 }))
const origin = await server.listen({ port: 0, host: '127.0.0.1' })
const bare = await serveBare(ctx)

const placed = await server.inject({
  method: 'POST',
  url: '/api/orders',
  headers,
  payload: { items },
})
const { receiptId, paymentUrl } = placed.json().receipt
for (let index = 0; index < 150; index += 1) {
  await server.inject({ method: 'POST', url: '/api/orders', headers, payload: { items } })
}

process.send?.({ origin, bare, headers, order: { items }, receiptId, paymentUrl })
process.on('message', async (message) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1_000, heapBytes: process.memoryUsage().heapUsed })
    return
  }
  await server.close()
  await close()
  process.exit()
})

/** Serves handlers that only parse the request, run one statement and print the result. */
async function serveBare({ db }: Context): Promise<string> {
  await db.query(
    'create table bench_receipts (merchant text, id text, body jsonb not null, primary key (merchant, id))',
  )
  await db.query('create table bench_events (merchant text, id text, at bigint)')
  const app = Fastify()
  const order = Type.Object({
    items: Type.Array(Type.Object({ sku: Type.String(), qty: Type.Number() })),
  })
  let next = 0
  app.post<{ Body: { items: object[] } }>(
    '/order',
    { schema: { body: order } },
    async (request) => {
      next += 1
      const receipt = {
        id: `bench_${next}`,
        lineItems: request.body.items.map((item) => ({ ...item, label: 'Bench', priceUsd: 12.5 })),
        totalUsd: 62.5,
      }
      await db.query(
        `with made as (
         insert into bench_receipts (merchant, id, body) values ($1, $2, $3) returning id
       )
       insert into bench_events (merchant, id, at) select $1, id, $4 from made`,
        ['bench', receipt.id, JSON.stringify(receipt), 1],
      )
      return { ok: true, receipt }
    },
  )
  app.get<{ Params: { id: string } }>('/receipts/:id', async (request) => {
    const { rows } = await db.query<{ body: object }>(
      'select body from bench_receipts where merchant = $1 and id = $2',
      ['bench', request.params.id],
    )
    return rows[0]?.body
  })
  app.get('/receipts', async () => {
    const { rows } = await db.query<{ body: object }>(
      'select body from bench_receipts where merchant = $1 order by id limit 100',
      ['bench'],
    )
    return { receipts: rows.map(({ body }) => body) }
  })
  const page = 'x'.repeat(30_000)
  app.get('/page', async (_request, reply) => reply.type('text/html').send(page))
  return app.listen({ port: 0, host: '127.0.0.1' })
}
