import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey } from 'viem/accounts'
import { expect } from 'vitest'
import { demoBuyer } from '../../src/features/sandbox/demo-wallets.js'
import { prepareChain } from '../../src/features/sandbox/prepare-chain.js'
import { jobs } from '../../src/jobs.js'
import { unixMs } from '../../src/lib/time.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { createTransactionSender } from '../../src/platform/chain/outgoing/transaction-sender.js'
import { walletOf } from '../../src/platform/chain/signing-keys.js'
import type { Context } from '../../src/platform/context.js'
import { createJobRunner } from '../../src/platform/jobs/run-jobs.js'
import { aPayer } from '../fixtures/authorization.js'
import { aWallet } from '../fixtures/factories.js'
import { createTestApp } from '../harness.js'
import { print } from '../measure.js'
import { paymentsOn } from '../paying.js'
import { startTestChain } from '../test-chain.js'
import { type HonestPayment, payHonestly, repeatAttack, type Way } from './actors.js'
import { prepareAttacks } from './attacks.js'
import { type HostileGas, readHostileGas } from './gas.js'
import { aShop, type Shop } from './shops.js'

export type HostileBench = Awaited<ReturnType<typeof createHostileBench>>

export type Withstood = {
  honest: HonestPayment[]
  attacks: { name: string; attempts: number; accepted: number }[]
  gas: HostileGas
  /** The payers that the service names for honest payments in native tokens. */
  nativePayers: (string | null)[]
  /** Ledgers that do not balance. */
  unbalanced: unknown[]
}

const ways: readonly Way[] = ['USDC', 'ETH', 'signed']
/** The loops that settle payments. */
const jobNames = ['watch-chain', 'end-authorizations']
/** An honest payment may take this long. */
const withinSeconds = 20

/**
 * Starts the app in live mode and on real time, with the loops that settle payments. A block is
 * mined every second, so that the payments of several buyers share a batch, as on a real chain.
 */
export async function createHostileBench() {
  const chain = await startTestChain()
  const relayerKey = generatePrivateKey()
  const relayer = await walletOf(relayerKey)
  await prepareChain(chain.url, { chainId: 84_532, relayers: [relayer] })
  const environment = { ...chain.environment, ...liveEnvironment(relayerKey) }
  const app = await createTestApp({ environment, now: () => unixMs(Date.now()) })
  const bench = { app, chain }
  const sender = createTransactionSender(app.ctx)
  const runner = createJobRunner(app.ctx, {
    jobs: jobs.filter(({ name }) => jobNames.includes(name)),
  })
  const shops = [
    await aShop(app, { plan: 'enterprise', recipients: [] }),
    await aShop(app, { plan: 'enterprise' }),
  ] as const
  const { attacks, deceive, hostiles } = await prepareAttacks(bench, shops[0])
  const ending = new AbortController()
  const { signal } = ending
  // Every buyer waits with it.
  setMaxListeners(0, signal)

  return {
    /** Runs all attacks beside honest payments, once. */
    async run({ seconds, payments }: { seconds: number; payments: number }): Promise<Withstood> {
      const means = { ...paymentsOn(bench), buyer: demoBuyer.address }
      const payers = []
      for (let n = 0; n < payments; n += 1) payers.push(await aPayer(means))
      const fromBlock = Number(await chain.call('eth_blockNumber')) + 1
      await chain.call('evm_setIntervalMining', 1)
      sender.start()
      runner.start()

      const attacking = Promise.all(attacks.map((attack) => repeatAttack(attack, signal)))
      // The attacks go on until the last payment is completed, which the rest of the time allows for.
      const everyMs = ((seconds - withinSeconds) * 1_000) / payments
      const paying = payers.map(async (payer, index) => {
        await sleep(everyMs * (index + 0.5), undefined, { signal })
        const shop = shops[Math.floor(index / ways.length) % shops.length] as Shop
        const way = ways[index % ways.length] as Way
        const ip = `10.1.${Math.floor(index / 250)}.${index % 250}`
        const from = demoBuyer.address
        return payHonestly(bench, { shop, way, ip, from, payer, deceive, signal })
      })
      const lastStart = sleep((seconds - withinSeconds) * 1_000, undefined, { signal })
      const ended = Promise.all([...paying, lastStart])
      const [, attacked] = await Promise.all([ended.finally(() => ending.abort()), attacking])
      return {
        honest: await Promise.all(paying),
        attacks: attacked,
        gas: await readHostileGas(chain, { relayer, fromBlock, hostiles }),
        nativePayers: await listNativePayers(app, shops),
        unbalanced: await listUnbalanced(app),
      }
    },
    async close(): Promise<void> {
      ending.abort()
      await runner.stop()
      await sender.stop()
      await chain.call('evm_setAutomine', true)
      await app.close()
      await chain.close()
    },
  }
}

/** Fails unless every honest payment was completed in time and the attacks cost little. */
export function requireWithstood({ honest, gas, nativePayers, unbalanced }: Withstood): void {
  const isLate = ({ seconds }: HonestPayment) => seconds === null || seconds > withinSeconds
  expect(honest.filter(isLate), 'honest payments that were late').toEqual([])
  expect(Number(gas.total), 'gas for hostile addresses').toBeLessThan(3_000_000)
  expect(Number(gas.worstMinute), 'gas for hostile addresses in a minute').toBeLessThan(2_000_000)
  const paidInNativeToken = honest.filter(({ way }) => way === 'ETH')
  const payers = paidInNativeToken.map(() => demoBuyer.address)
  expect(nativePayers, 'payers of native tokens').toEqual(payers)
  expect(unbalanced, 'the ledger balances').toEqual([])
}

export function printWithstood({ honest, attacks, gas }: Withstood): void {
  const times = honest.map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY)
  for (const { name, attempts, accepted } of attacks) {
    print(`${name}: ${attempts} attempts, ${accepted} accepted`)
  }
  print(`honest payments: ${honest.length}, slowest: ${Math.max(...times).toFixed(1)} s`)
  print(`late or refused: ${times.filter((seconds) => seconds > withinSeconds).length}`)
  print(`hostile gas: ${gas.total} in total, ${gas.worstMinute} in the worst minute`)
  const { flushes, payments, distributions } = gas.parts
  print(`  flushes ${flushes}, signed payments ${payments}, distributions ${distributions}`)
  print(`hostile transactions: ${gas.transactions}, reverted: ${gas.reverted}`)
}

async function listNativePayers(
  { ctx }: { ctx: Context },
  shops: readonly Shop[],
): Promise<(string | null)[]> {
  const { rows } = await ctx.db.query<{ payer: string | null }>(
    `select payer from payments where kind = 'native' and state = 'confirmed' and merchant = any($1)`,
    [shops.map(({ wallet }) => wallet)],
  )
  return rows.map(({ payer }) => payer)
}

/** Lists the assets of merchants whose entries do not sum to zero. */
async function listUnbalanced({ ctx }: { ctx: Context }): Promise<unknown[]> {
  const { rows } = await ctx.db.query(
    `select merchant, asset, sum(units), sum(usd_micros) from ledger_entries
     group by merchant, asset having sum(units) <> 0 or sum(usd_micros) <> 0`,
  )
  return rows
}

/** Everything that live mode requires. */
export function liveEnvironment(relayerKey: Hex): Record<string, string> {
  const secret = () => randomBytes(32).toString('hex')
  return {
    MODE: 'live',
    BASE_URL: 'https://tally.test',
    ALLOWED_HOSTS: 'localhost,127.0.0.1',
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: 'postgres://unused.test/unused',
    RELAYER_PRIVATE_KEY: relayerKey,
    PLATFORM_WALLET: aWallet(),
    MASTER_KEY: secret(),
    JWT_SECRET: secret(),
    CRON_SECRET: secret(),
    CANCEL_PRIVATE_KEY: `0x${secret()}`,
    RATE_PROVIDERS: 'fixed',
    MAX_FEE_GWEI: '5',
  }
}
