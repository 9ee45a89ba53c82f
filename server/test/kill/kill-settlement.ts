import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { topics } from '../../src/platform/chain/logs/decode-logs.js'
import { sandboxPlatformWallet } from '../../src/platform/config/sandbox-secrets.js'
import { projectRoot } from '../../src/platform/project-root.js'
import { aSeller, type Seller } from '../fixtures/seller.js'
import { testNow } from '../harness.js'
import { type Paying, startPaying } from '../paying.js'
import type { SettlementOrder } from '../programs/settlement-worker.js'
import { urlOfDatabase } from '../test-database.js'

export type SettlementKill = Pick<SettlementOrder, 'point' | 'times'>
export type SettlementKiller = Awaited<ReturnType<typeof createSettlementKiller>>

const leaseMs = 300
const dieWithinMs = 60_000
const worker = join(projectRoot(), '.cache', 'programs', 'settlement-worker.js')
const platform = knownAddress(sandboxPlatformWallet)
const units = 100_500_000n
const shares = { merchant: 99_997_500n, platform: 502_500n }

/**
 * Every step from a mined payment to a completed receipt: first of the flush, then of the
 * distribution.
 */
export const settlementKills: readonly SettlementKill[] = [
  { point: 'indexed', times: 1 },
  { point: 'settled', times: 1 },
  { point: 'flush planned', times: 1 },
  { point: 'first:signed', times: 1 },
  { point: 'first:committed', times: 1 },
  { point: 'first:broadcast', times: 1 },
  { point: 'mined:decided', times: 1 },
  { point: 'indexed', times: 2 },
  { point: 'settled', times: 2 },
  { point: 'distribution planned', times: 1 },
  { point: 'first:signed', times: 2 },
  { point: 'first:committed', times: 2 },
  { point: 'first:broadcast', times: 2 },
  { point: 'mined:decided', times: 2 },
  { point: 'settled', times: 3 },
  { point: 'booked', times: 1 },
]

/** Kills the process that settles a payment, then checks that everything was done exactly once. */
export async function createSettlementKiller() {
  const paying = await startPaying()
  const { app, chain } = paying
  const seller = await aSeller(app, { items: [{ sku: 'A', name: 'A', priceUsd: 100 }] })
  await paying.settle(4)
  const { rows } = await app.ctx.db.query<{ name: string }>('select current_database() as name')
  const databaseUrl = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')

  return {
    close: () => paying.close(),
    async kill(kill: SettlementKill): Promise<void> {
      const child = spawn(process.execPath, [worker], { stdio: ['pipe', 'inherit', 'inherit'] })
      const ended = once(child, 'exit')
      const before = await look(paying, seller)
      const { receipt } = (
        await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })
      ).json()
      const to = await paying.depositOf(seller.wallet, receipt.receiptId)
      await paying.pay('USDC', { from: paying.buyer, to, units })
      const order: SettlementOrder = {
        databaseUrl,
        environment: chain.environment,
        now: testNow,
        leaseMs,
        ...kill,
      }
      child.stdin.end(JSON.stringify(order))
      const tooLong = setTimeout(() => child.kill('SIGTERM'), dieWithinMs)
      const [, signal] = await ended
      clearTimeout(tooLong)
      expect(signal, `signal of the worker killed at ${kill.point}`).toBe('SIGKILL')

      await expect
        .poll(() => continueSettling(paying, seller, receipt.receiptId), {
          interval: 20,
          timeout: 60_000,
        })
        .toEqual({ status: 'completed', unbooked: 0 })
      await requireOnce(paying, { seller, id: receipt.receiptId, to, before })
    },
  }
}

/** Continues the settlement once the lease of the killed process has expired. */
async function continueSettling(paying: Paying, seller: Seller, id: string) {
  await paying.settle(1)
  const { rows } = await paying.app.ctx.db.query(
    `select 1 from releases where ledger_revision % 2 = 0 or state <> 'confirmed'`,
  )
  const { status } = (await seller.get(`/api/receipts/${id}`)).json()
  return { status, unbooked: rows.length }
}

async function look(paying: Paying, { wallet }: Seller) {
  const count = async (topic: Hex) => {
    const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [topic] }
    return ((await paying.chain.call('eth_getLogs', filter)) as unknown[]).length
  }
  return {
    merchant: await paying.balanceOf('USDC', wallet),
    platform: await paying.balanceOf('USDC', platform),
    arrivals: await count(topics.received),
    releases: await count(topics.released),
  }
}

async function requireOnce(
  paying: Paying,
  input: { seller: Seller; id: string; to: Address; before: Awaited<ReturnType<typeof look>> },
): Promise<void> {
  const { seller, id, to, before } = input
  expect(await look(paying, seller)).toEqual({
    merchant: before.merchant + shares.merchant,
    platform: before.platform + shares.platform,
    arrivals: before.arrivals + 1,
    releases: before.releases + 2,
  })
  expect(await paying.balanceOf('USDC', to)).toBe(0n)
  const { rows } = await paying.app.ctx.db.query(
    `select kind, count(*)::int as times from ledger_postings
     where merchant = $1 and receipt_id = $2 group by kind order by kind`,
    [seller.wallet, id],
  )
  expect(rows).toEqual([
    { kind: 'payment', times: 1 },
    { kind: 'sale', times: 1 },
  ])
}
