import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { buildApp } from '../src/app.js'
import { anyone, developer } from '../src/auth/guards.js'
import { issueKey } from '../src/auth/keys/issue-key.js'
import { upsertPlanSubscription } from '../src/auth/merchants/merchant-store.js'
import { scopes } from '../src/auth/scopes.js'
import { seedDemo } from '../src/features/sandbox/seed-demo.js'
import type { Context } from '../src/platform/context.js'
import { openContext } from './open-context.js'

// Runs one server to measure and sends its URL to the parent process.
const schema = { response: { 200: Type.Object({ ok: Type.Boolean() }) } }
const handle = async () => ({ ok: true })

if (process.argv[2] === 'bare') await serveBare()
else await serveOurs(process.argv[2] ?? '')

async function serveBare(): Promise<void> {
  const server = Fastify()
  server.get('/bench', { schema }, handle)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  announce({ url: `${url}/bench`, headers: {} }, () => server.close())
}

/** Serves the real app on a real database, plus an empty route. */
async function serveOurs(subject: string): Promise<void> {
  const { ctx, close } = await openContext()
  const apiKey = await issueBenchKey(ctx)

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

/** Issues a key whose rate limit is higher than a benchmark can reach. */
async function issueBenchKey(ctx: Context): Promise<string> {
  const { wallet } = await seedDemo(ctx, randomBytes(32).toString('hex'))
  const subscriptionId = ctx.newId('dsub')
  const terms = { merchant: wallet.address, id: subscriptionId, createdAt: ctx.now() }
  await upsertPlanSubscription(ctx.db, {
    ...terms,
    plan: 'enterprise',
    callsPerMinute: 1_000_000_000,
  })
  const issued = await issueKey(ctx, {
    merchant: wallet.address,
    id: ctx.newId('key'),
    name: 'Bench',
    scopes,
    subscriptionId,
  })
  if (!issued) throw new Error('The key already exists.')
  return issued.apiKey
}

function announce(target: { url: string; headers: object }, stop: () => Promise<unknown>): void {
  process.send?.(target)
  process.once('message', async () => {
    await stop()
    process.exit()
  })
}
