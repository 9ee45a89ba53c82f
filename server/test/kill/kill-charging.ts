import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, inject } from 'vitest'
import { createWatcher } from '../../src/features/settlement/round.js'
import { chargeSubscriptions } from '../../src/features/subscriptions/charging/attempt/charge-subscriptions.js'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import { mapConcurrent } from '../../src/lib/map-concurrent.js'
import type { Chain, Hex } from '../../src/platform/chain/chain.js'
import { topics } from '../../src/platform/chain/logs/decode-logs.js'
import { createTransactionSender } from '../../src/platform/chain/outgoing/transaction-sender.js'
import type { Context } from '../../src/platform/context.js'
import { projectRoot } from '../../src/platform/project-root.js'
import { type Charging, startCharging } from '../fixtures/charging.js'
import { aSeller } from '../fixtures/seller.js'
import { aPlan, aSubscriber } from '../fixtures/subscriber.js'
import type { ChargingOrder } from '../programs/charging-worker.js'
import { urlOfDatabase } from '../test-database.js'

/**
 * The chain process crashed and lost its blocks. Emulated chains sometimes do, which proves nothing
 * about charging.
 */
export class ChainLost extends Error {}

export type ChargingKill = Pick<ChargingOrder, 'point' | 'times'>

const leaseMs = 300
const dieWithinMs = 600_000
/** An emulated chain takes minutes for thousands of charges, but not without any progress. */
const standstillMs = 300_000
/** How many processes charge at once. */
const batches = [1, 2, 3, 4, 5]
const worker = join(projectRoot(), '.cache', 'programs', 'charging-worker.js')
const price = 12_500_000n
const savings = 10n ** 12n

/** Every step from a due subscription to its result. */
export const chargingKills: readonly ChargingKill[] = [
  { point: 'charges planned', times: 1 },
  { point: 'first:signed', times: 1 },
  { point: 'first:committed', times: 1 },
  { point: 'first:broadcast', times: 2 },
  { point: 'mined:decided', times: 1 },
  { point: 'indexed', times: 1 },
  { point: 'settled', times: 1 },
  { point: 'results recorded', times: 1 },
]

/**
 * Kills the process that charges many subscriptions. Five others with another key continue, while
 * every second broadcast seems to time out. Then every subscription must have been charged exactly
 * once.
 */
export async function createChargingKiller({ subscriptions }: { subscriptions: number }) {
  const charging = await startCharging()
  const { app, chain } = charging
  const { ctx } = app
  const seller = await aSeller(app, { hasSplit: false })
  const plan = await aPlan(seller)
  const wallets = await mapConcurrent(Array.from({ length: subscriptions }), 8, async () => {
    const subscriber = aSubscriber(app)
    const wallet = knownAddress(subscriber.wallet)
    await charging.give(wallet, { units: savings, allowance: savings })
    await subscriber.subscribe(plan)
    return wallet
  })
  const { rows } = await ctx.db.query<{ name: string }>('select current_database() as name')
  const databaseUrl = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')
  let rounds = 0
  let environment: Record<string, string> = chain.environment

  return {
    charging,
    close: () => charging.close(),
    /** Makes every subscription due again. */
    nextPeriod: () => charging.advance(30 * 86_400_000),
    async kill(kill: ChargingKill): Promise<void> {
      const before = await charging.balanceOf('USDC', seller.wallet)
      const requireChain = await watchHead(ctx)
      const order: ChargingOrder = {
        databaseUrl,
        environment,
        now: ctx.now(),
        leaseMs,
        ...kill,
      }
      const signal = await runUntilKilled(order)
      await requireChain()
      expect(signal, `signal of the worker killed at ${kill.point}`).toBe('SIGKILL')
      rounds += 1

      environment = { ...environment, CHARGER_PRIVATE_KEY: await aFundedKey(charging) }
      const continued = {
        ...ctx,
        config: { ...ctx.config, chargerPrivateKey: environment['CHARGER_PRIVATE_KEY'] },
      }
      await continueCharging(continued, { count: subscriptions * rounds, requireChain })

      const gained = (await charging.balanceOf('USDC', seller.wallet)) - before
      expect(gained).toBe(BigInt(subscriptions) * ((price * 9_950n) / 10_000n))
      await requireOnce(charging, { wallets, rounds })
    },
  }
}

async function runUntilKilled(order: ChargingOrder): Promise<unknown> {
  const child = spawn(process.execPath, [worker], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  child.stdin.end(JSON.stringify(order))
  const tooLong = setTimeout(() => child.kill('SIGTERM'), dieWithinMs)
  const [, signal] = await ended
  clearTimeout(tooLong)
  return signal
}

/**
 * Returns a check that throws when the chain is shorter than now.
 *
 * @throws {ChainLost}
 */
async function watchHead({ chain }: Context): Promise<() => Promise<void>> {
  const findNumber = async () => (await chain?.findBlock('latest'))?.number ?? 0n
  const first = await findNumber()
  return async () => {
    if ((await findNumber().catch(() => first)) < first) throw new ChainLost()
  }
}

/** Continues until every charge has its result. */
async function continueCharging(
  ctx: Context,
  { count, requireChain }: { count: number; requireChain: () => Promise<void> },
): Promise<void> {
  const { chain } = ctx
  if (!chain) throw new Error('no chain is configured')
  const { signal } = new AbortController()
  const flaky = { ...ctx, chain: withTimeouts(chain) }
  const sender = createTransactionSender(flaky, { leaseMs, idleMs: 0, nonceGraceMs: 0 })
  const watcher = createWatcher(ctx, chain)
  const countSucceeded = async () => {
    await Promise.all(batches.map(() => chargeSubscriptions.run(ctx, signal)))
    await sender.runRound()
    await watcher.runRound(signal)
    const { rows } = await ctx.db.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from subscription_charges group by state',
    )
    return rows
  }
  const all = [{ state: 'succeeded', count }]
  let counts: unknown = null
  let changedAt = performance.now()
  while (!isDeepStrictEqual(counts, all) && performance.now() < changedAt + standstillMs) {
    await requireChain()
    // A round can fail while another process moves the cursor.
    const next = await countSucceeded().catch(String)
    if (!isDeepStrictEqual(next, counts)) changedAt = performance.now()
    counts = next
  }
  await sender.stop()
  expect(counts).toEqual(all)
}

/** Returns a chain that sends every second transaction, but does not respond. */
function withTimeouts(chain: Chain): Chain {
  let calls = 0
  return {
    ...chain,
    async broadcast(signed) {
      const outcome = await chain.broadcast(signed)
      calls += 1
      if (calls % 2 === 1) throw new Error('The request timed out.')
      return outcome
    },
  }
}

async function aFundedKey({ chain }: Charging): Promise<Hex> {
  const privateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(privateKey)
  await chain.call('anvil_setBalance', address, '0x56bc75e2d63100000')
  return privateKey
}

async function requireOnce(
  charging: Charging,
  { wallets, rounds }: { wallets: readonly Address[]; rounds: number },
): Promise<void> {
  const { db } = charging.app.ctx
  const count = wallets.length * rounds
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [topics.charged] }
  const logs = (await charging.chain.call('eth_getLogs', filter)) as unknown[]
  expect(logs).toHaveLength(count)
  const balances = await mapConcurrent(wallets, 8, (wallet) => charging.balanceOf('USDC', wallet))
  expect(new Set(balances)).toEqual(new Set([savings - BigInt(rounds) * price]))
  const { rows } = await db.query(
    `select
       (select count(*)::int from receipts where kind = 'subscription') as receipts,
       (select count(*)::int from billing_events where status = 'succeeded') as succeeded,
       (select count(*)::int from billing_events) as events,
       (select count(*)::int from ledger_postings where kind = 'charge') as postings`,
  )
  expect(rows).toEqual([{ receipts: count, succeeded: count, events: count, postings: count }])
}
