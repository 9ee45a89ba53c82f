import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../../src/platform/project-root.js'
import { print } from '../measure.js'
import type { AttackCount, AttackOrder } from '../programs/abuse-attacker.js'
import { createClient } from './client.js'
import { buyHonestly, type HonestShop, openHonestShop, openHonestStream } from './honest.js'
import { type LiveService, startLiveService } from './service.js'

type LoadResult = {
  /** Of `/healthz`, from a network address of its own. */
  health: { calls: number; failed: number; p50Ms: number; p99Ms: number }
  /** Honest orders: seconds until they were paid, or the problem. */
  purchases: (number | string)[]
  /** Whether a merchant opened an event stream and got the event of a purchase. */
  stream: { status: number; hasEvent: boolean }
  /** Gas of the relayer for everything, including the honest payments. */
  relayerGas: number
  grownBytes: number
  attacks: AttackCount[]
  hasExited: boolean
}

const attacker = join(projectRoot(), '.cache', 'programs', 'abuse-attacker.js')
const attackerIp = '203.0.113.66'
const healthEveryMs = 50

type AbuseInput = {
  seconds: number
  purchases: number
  /** How often honest callers repeat a call that failed. */
  retries: number
}

/**
 * Attacks a live service from one network address, beside an honest buyer, a merchant and a health
 * check.
 */
export async function endureAbuse(input: AbuseInput): Promise<LoadResult> {
  const service = await startLiveService()
  try {
    const { retries } = input
    const shop = await openHonestShop(service, { ip: '198.51.100.1', retries })
    // Makes the merchant one with sales, and loads everything that a purchase needs.
    await buyHonestly(service, { shop, ip: '198.51.100.2', retries })
    await openConnections(shop)
    return await attackWhileBuying(service, { ...input, shop })
  } finally {
    await service.close()
  }
}

async function attackWhileBuying(
  service: LiveService,
  input: AbuseInput & { shop: HonestShop },
): Promise<LoadResult> {
  const { shop } = input
  const bytesBefore = await service.readDatabaseBytes()
  const fromBlock = (await service.headBlock()) + 1
  const attack = await startAttack({ ...shop, origin: service.origin, ip: attackerIp })
  const ending = new AbortController()
  const sampling = sampleHealth(service, ending.signal)
  try {
    const honest = await watchHonest(service, input)
    ending.abort()
    return {
      ...honest,
      health: await sampling,
      attacks: await attack.stop(),
      relayerGas: await service.readRelayerGas(fromBlock),
      grownBytes: (await service.readDatabaseBytes()) - bytesBefore,
      hasExited: service.hasExited(),
    }
  } finally {
    ending.abort()
    attack.kill()
  }
}

/** Buys at intervals, while the merchant listens to its events. */
async function watchHonest(
  service: LiveService,
  { seconds, purchases, retries, shop }: AbuseInput & { shop: HonestShop },
): Promise<Pick<LoadResult, 'purchases' | 'stream'>> {
  const everyMs = (seconds * 1_000) / (purchases + 1)
  const buying = Array.from({ length: purchases }, async (_, index) => {
    await sleep(everyMs * (index + 1))
    const buyer = { shop, ip: `198.51.100.${10 + index}`, retries }
    return buyHonestly(service, buyer).catch((error) => ({
      receiptId: null,
      seconds: String(error),
    }))
  })
  const streaming = sleep(everyMs / 2).then(() => openHonestStream(shop, retries))
  const [stream, bought] = await Promise.all([
    streaming,
    Promise.all(buying),
    sleep(seconds * 1_000),
  ])
  const lastId = bought.findLast(({ receiptId }) => receiptId !== null)?.receiptId
  const hasEvent = () => lastId != null && stream.received().includes(lastId)
  await waitUntil(hasEvent)
  stream.close()
  return {
    purchases: bought.map((purchase) => purchase.seconds),
    stream: { status: stream.status, hasEvent: hasEvent() },
  }
}

/** Lets the service open all connections to its database, as one that has run for a while. */
async function openConnections({ client, owner }: HonestShop): Promise<void> {
  const { headers } = owner
  await Promise.all(Array.from({ length: 50 }, () => client.call('GET /api/auth/me', { headers })))
}

async function startAttack({ origin, ip, slug, sku }: AttackOrder) {
  const child = fork(attacker, { stdio: 'inherit' })
  await once(child, 'message')
  child.send({ origin, ip, slug, sku } satisfies AttackOrder)
  return {
    async stop(): Promise<AttackCount[]> {
      child.send('stop')
      const [counts] = await once(child, 'message')
      return counts
    },
    kill: () => void child.kill(),
  }
}

/** Calls `/healthz` at a fixed rate, so that a slow call does not hide the next ones. */
async function sampleHealth(
  { origin }: LiveService,
  signal: AbortSignal,
): Promise<LoadResult['health']> {
  const client = createClient({ origin, ip: '198.51.100.3' })
  const calls: Promise<{ ms: number; isOk: boolean }>[] = []
  const timeOf = async () => {
    const startedAt = performance.now()
    const isOk = await client.call('GET /healthz').then(
      ({ status }) => status === 200,
      () => false,
    )
    return { ms: performance.now() - startedAt, isOk }
  }
  while (!signal.aborted) {
    calls.push(timeOf())
    await sleep(healthEveryMs)
  }
  const times = await Promise.all(calls)
  client.close()
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b)
  const percentile = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
  return {
    calls: times.length,
    failed: times.filter(({ isOk }) => !isOk).length,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  }
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !isTrue(); tries += 1) await sleep(100)
}

export function printEndured(endured: LoadResult): void {
  const { health, purchases, stream, relayerGas, grownBytes, attacks } = endured
  for (const { name, ...counts } of attacks) {
    const parts = Object.entries(counts).filter(([, count]) => count > 0)
    print(`${name}: ${parts.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none'}`)
  }
  print(
    `/healthz: ${health.calls} calls, ${health.failed} failed, p50 ${health.p50Ms.toFixed()} ms,`,
  )
  print(`  p99 ${health.p99Ms.toFixed()} ms`)
  print(`purchases, seconds until paid: ${purchases.map(String).join(', ')}`)
  print(`event stream: ${stream.status}, event received: ${stream.hasEvent}`)
  print(`relayer gas: ${relayerGas}`)
  print(`database growth: ${(grownBytes / 1_000_000).toFixed(2)} MB`)
}
