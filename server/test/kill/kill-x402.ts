import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { reconcileClaims } from '../../src/features/x402/claims/reconcile-claims.js'
import { projectRoot } from '../../src/platform/project-root.js'
import { requiredOf, startMarket } from '../fixtures/agent.js'
import type { X402Order } from '../programs/x402-worker.js'
import { urlOfDatabase } from '../test-database.js'

const worker = join(projectRoot(), '.cache', 'programs', 'x402-worker.js')
const dieWithinMs = 60_000

/** Every step from a planned settlement to its block. */
export const settlingKills: readonly X402Order['point'][] = [
  'first:signed',
  'first:committed',
  'first:broadcast',
  'mined:decided',
  'mined',
]

/**
 * Kills the process that settles a payment. Another one continues. Then the payment must have been
 * made exactly once, and its request must be answered when it is repeated.
 */
export async function createSettlingKiller() {
  const market = await startMarket()
  await market.settle()
  const { ctx } = market.app
  const { rows } = await ctx.db.query<{ name: string }>('select current_database() as name')
  const databaseUrl = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')

  return {
    close: () => market.close(),
    async kill(point: X402Order['point']): Promise<void> {
      const agent = await market.anAgent()
      const body = market.order()
      const required = requiredOf(await market.post(body))
      const headers = await agent.pay(required)
      const idempotencyKey = 'a secret'
      const { environment } = market.chain
      const order = { databaseUrl, environment, body, headers, idempotencyKey, point }
      expect(await runUntilKilled(order)).toBe('SIGKILL')

      await market.advance(61_000)
      const resume = async () => {
        await market.settle()
        await reconcileClaims.run(ctx, new AbortController().signal)
        await market.advance(16_000)
        const repeated = { ...headers, 'idempotency-key': idempotencyKey }
        return (await market.post(body, repeated)).statusCode
      }
      await expect.poll(resume, { timeout: 60_000, interval: 100 }).toBe(200)
      expect(await market.balanceOf('USDC', agent.payer.address)).toBe(987_940_000n)
      const { rows: receipts } = await ctx.db.query(
        `select r.status, (select count(*)::int from payments p where p.receipt_id = r.id) as payments
         from receipts r where r.id = $1`,
        [required.extra.quoteId],
      )
      const status = expect.stringMatching(/paid|completed|reconciled/)
      expect(receipts).toEqual([{ status, payments: 1 }])
    },
  }
}

async function runUntilKilled(order: X402Order): Promise<unknown> {
  const child = spawn(process.execPath, [worker], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  child.stdin.end(JSON.stringify(order))
  const tooLong = setTimeout(() => child.kill('SIGTERM'), dieWithinMs)
  const [, signal] = await ended
  clearTimeout(tooLong)
  return signal
}
