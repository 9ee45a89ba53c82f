import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { buildApp } from '../src/app.js'
import { anyone, developer } from '../src/auth/guards.js'
import { demoShop } from '../src/features/sandbox/demo-shops.js'
import { seedDemo } from '../src/features/sandbox/seed-demo.js'
import type { Context } from '../src/platform/context.js'
import { issueBenchKey } from './issue-bench-key.js'
import { openContext } from './open-context.js'

// Runs one server to measure and sends its URL to the parent process.
const schema = { response: { 200: Type.Object({ ok: Type.Boolean() }) } }
const handle = async () => ({ ok: true })

const subject = process.argv[2] ?? ''
if (subject === 'bare') await serveBare()
else if (subject === 'order' || subject === 'x402') await serveShop(subject)
else await serveOurs(subject)

async function serveBare(): Promise<void> {
  const server = Fastify()
  server.get('/bench', { schema }, handle)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  announce({ url: `${url}/bench`, headers: {} }, () => server.close())
}

/** Serves the real app on a real database, plus an empty route. */
async function serveOurs(subject: string): Promise<void> {
  const { ctx, close } = await openContext()
  const apiKey = await issueDemoKey(ctx)

  const { server } = await buildApp(ctx)
  const access = subject === 'guarded' ? developer({ scope: 'receipts:read' }) : anyone()
  server.get('/bench', { schema, config: { guard: access } }, handle)
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const path = subject === 'ping' ? '/api/status/ping' : '/bench'
  announce({ url: `${origin}${path}`, headers: { 'x-api-key': apiKey } }, async () => {
    await server.close()
    await close()
  })
}

/** Serves the real app with a shop, to place orders with a key, or to get their price without one. */
async function serveShop(subject: 'order' | 'x402'): Promise<void> {
  const { ctx, close } = await openContext({
    // Prices need no chain, but without one the service requests no payment.
    CHAIN_RPC_URL: 'http://127.0.0.1:9',
    // The limits of one network address are far below a benchmark.
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const apiKey = await issueDemoKey(ctx)
  const { server } = await buildApp(ctx)
  const headers = { 'x-api-key': apiKey }
  const item = { sku: 'BENCH', name: 'Bench', priceUsd: 12, stockQty: -1 }
  await server.inject({ method: 'POST', url: '/api/inventory', headers, payload: item })
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const items = [{ sku: item.sku, qty: 1 }]
  const target =
    subject === 'order'
      ? { url: `${origin}/api/orders`, headers, body: { items } }
      : { url: `${origin}/api/x402/orders`, headers: {}, body: { shopSlug: demoShop.slug, items } }
  announce(target, async () => {
    await server.close()
    await close()
  })
}

/** Seeds the demo shop and issues a key for it. */
async function issueDemoKey(ctx: Context): Promise<string> {
  const { wallet } = await seedDemo(ctx, randomBytes(32).toString('hex'))
  return issueBenchKey(ctx, wallet.address)
}

function announce(
  target: { url: string; headers: object; body?: object },
  stop: () => Promise<unknown>,
): void {
  process.send?.(target)
  process.once('message', async () => {
    await stop()
    process.exit()
  })
}
