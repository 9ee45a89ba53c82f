import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownKeys } from '../../src/auth/keys/known-keys.js'
import { seedShopConfig } from '../../src/features/shop/seed-shop-config.js'
import { seedSplit } from '../../src/features/split/seed-split.js'
import type { Address } from '../../src/lib/hex.js'
import { aDeveloper, aWallet } from '../fixtures/factories.js'
import { createContextOn, type TestContext } from '../harness.js'
import { type StoreDatabase, startStoreDatabase } from './database.js'
import { type AcknowledgedRequest, type History, startStoreLoad } from './load.js'
import { type StoreService, startStoreService } from './service.js'

/** How often each fault occurs during the load, and how long it lasts. */
export type Faults = {
  seed: number
  shops: number
  kills: number
  stops: number
  maxStopMs: number
  freezes: number
  freezeMs: number
  /** The sales that are accepted after a fault, before the next one. */
  salesBetween: number
  /**
   * An outage lasts longer until the services have accepted this many sales without the database.
   */
  leastDegraded: number
}

/** The outcome of a run. */
export type StoreReport = {
  /** Acknowledged, but not in the database. */
  lost: AcknowledgedRequest[]
  /** Sales with several receipts. */
  doubled: number[]
  ledgerSum: number
  quarantined: string[]
  /**
   * From the return of the database, or from the end of the load, until the journal is empty. With
   * kills, the next outage begins before that.
   */
  replaysMs: number[]
  restartsMs: number[]
  history: History
}

export type Shop = { apiKey: string; wallet: Address }

/** Equal to the master key of test contexts, which create the shop. */
export const secret = 'a'.repeat(64)

/**
 * Kills service processes and stops their database under load, in an order that the seed
 * determines. Afterwards every acknowledged sale must be in the database, once.
 */
export async function playStoreOutages(faults: Faults): Promise<StoreReport> {
  const undo: (() => unknown)[] = []
  try {
    return await play(faults, (step) => undo.push(step))
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

async function play(faults: Faults, undo: (step: () => unknown) => void): Promise<StoreReport> {
  const random = randomOf(faults.seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  undo(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await startStoreDatabase()
  undo(database.close)
  const ownMerchants = Array.from({ length: faults.shops }, aWallet)
  const services: StoreService[] = []
  // One after the other: the first one creates the tables.
  for (let n = 0; n < 2; n += 1) {
    const service = await startStoreService({
      databaseUrl: database.url,
      dataDir,
      secret,
      ownMerchants,
    })
    undo(service.close)
    services.push(service)
    await service.ready()
  }
  const ctx = await createContextOn({ url: database.url, drop: async () => {} }, {})
  undo(() => ctx.close())
  const [{ origin } = { origin: '' }] = services
  const shops: Shop[] = []
  for (const wallet of ownMerchants) {
    shops.push(await aShop(ctx, { wallet, origin, stockQty: -1 }))
  }

  const load = startStoreLoad({
    origins: services.map(({ origin }) => origin),
    apiKeys: shops.map(({ apiKey }) => apiKey),
    random,
  })
  undo(load.stop)
  const { acknowledged } = load.history
  const explain = () =>
    JSON.stringify([...load.history.refused]) + services.map((service) => service.output()).join()
  const until = (name: string, isReached: () => boolean) => waitUntil(name, { isReached, explain })
  await until('first sales', () => acknowledged.length > 10)
  // A process that is killed earlier knows neither the keys nor the shops when it starts without
  // the database.
  const wallets = shops.map(({ wallet }) => wallet)
  const groups = [...wallets, ...services.map((_, place) => `${knownKeys}-${place + 1}`)]
  const isInSnapshot = (group: string) => existsSync(join(dataDir, 'snapshot', `${group}.snapshot`))
  await until('a snapshot', () => groups.every(isInSnapshot))
  // Both processes write the shops to the same files, so give the second one time for a round.
  await sleep(5_000 + 200 * faults.shops)
  const replaysMs: number[] = []
  async function timeReplay(): Promise<void> {
    const from = performance.now()
    await until('the end of the replay', () => isReplayed(dataDir))
    replaysMs.push(performance.now() - from)
  }
  for (const fault of shuffle(faults, random)) {
    await cause(fault, { faults, random, database, services, acknowledged, until })
    if (faults.kills === 0) await timeReplay()
    await sleep(300 + random() * 700)
    const enough = acknowledged.length + faults.salesBetween
    await until('sales after a fault', () => acknowledged.length >= enough)
  }
  await sleep(500)
  const history = await load.stop()
  await Promise.all(services.map((service) => service.ready()))
  await timeReplay()
  const restartsMs = services.flatMap((service) => service.restartsMs.slice(1))
  return { ...(await examine(ctx, history)), replaysMs, restartsMs, history }
}

async function cause(
  fault: Fault,
  {
    faults,
    random,
    database,
    services,
    acknowledged,
    until,
  }: {
    faults: Faults
    random: () => number
    database: StoreDatabase
    services: readonly StoreService[]
    acknowledged: readonly AcknowledgedRequest[]
    until: (name: string, isReached: () => boolean) => Promise<void>
  },
): Promise<void> {
  const killOne = () => services[Math.floor(random() * services.length)]?.kill()
  if (fault === 'kill') {
    killOne()
    return
  }
  const countDegraded = () => acknowledged.filter(({ isDegraded }) => isDegraded).length
  const enough = countDegraded() + faults.leastDegraded
  const isFrozen = fault === 'freeze'
  const lastsMs = isFrozen ? faults.freezeMs : 500 + random() * (faults.maxStopMs - 500)
  if (isFrozen) database.freeze()
  else await database.stop()
  await sleep(lastsMs / 2)
  if (faults.kills > 0 && random() < 0.5) killOne()
  await sleep(lastsMs / 2)
  await until('sales during an outage', () => countDegraded() >= enough)
  if (isFrozen) database.thaw()
  else await database.start()
}

/** Waits for up to a minute. A failure says what the services refused and printed. */
async function waitUntil(
  name: string,
  { isReached, explain }: { isReached: () => boolean; explain: () => string },
): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!isReached()) {
    if (performance.now() > deadline) throw new Error(`waited too long for ${name}: ${explain()}`)
    await sleep(20)
  }
}

/** Creates a shop that sells tea, with the SKU `T`. */
export async function aShop(
  ctx: TestContext,
  { wallet, origin, stockQty }: { wallet: Address; origin: string; stockQty: number },
): Promise<Shop> {
  const { apiKey } = await aDeveloper(ctx, { wallet })
  await seedShopConfig(ctx, { merchant: wallet, config: {} })
  await seedSplit(ctx, { merchant: wallet, deploy: true })
  const response = await fetch(`${origin}/api/inventory`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ sku: 'T', name: 'Tea', priceUsd: 4, stockQty }),
  })
  if (!response.ok) throw new Error(`the item was not created: ${await response.text()}`)
  return { apiKey, wallet }
}

/** Returns whether no process has segments left. */
function isReplayed(dataDir: string): boolean {
  const directory = join(dataDir, 'journal')
  const homes = readdirSync(dataDir).includes('journal') ? readdirSync(directory) : []
  return homes.every((home) => readdirSync(join(directory, home)).every((file) => file === 'lock'))
}

/** Compares the acknowledgements with the database. */
async function examine(
  ctx: TestContext,
  { acknowledged }: History,
): Promise<Pick<StoreReport, 'lost' | 'doubled' | 'ledgerSum' | 'quarantined'>> {
  const { rows } = await ctx.db.query<{ id: string; n: number }>(
    `select id, (metadata ->> 'n')::int as n from receipts where metadata ? 'n'`,
  )
  const stored = new Set(rows.map(({ id }) => id))
  const times = new Map<number, number>()
  for (const { n } of rows) times.set(n, (times.get(n) ?? 0) + 1)
  const { rows: sums } = await ctx.db.query<{ sum: string | null }>(
    'select sum(units) from ledger_entries',
  )
  const { rows: quarantined } = await ctx.db.query<{ reason: string }>(
    'select reason from journal_quarantine',
  )
  return {
    lost: acknowledged.filter(({ receiptId }) => !stored.has(receiptId)),
    doubled: [...times].filter(([, count]) => count > 1).map(([n]) => n),
    ledgerSum: Number(sums[0]?.sum ?? 0),
    quarantined: quarantined.map(({ reason }) => reason),
  }
}

type Fault = 'kill' | 'stop' | 'freeze'

function shuffle({ kills, stops, freezes }: Faults, random: () => number): Fault[] {
  const all: Fault[] = [
    ...Array<Fault>(kills).fill('kill'),
    ...Array<Fault>(stops).fill('stop'),
    ...Array<Fault>(freezes).fill('freeze'),
  ]
  return all
    .map((fault) => ({ fault, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ fault }) => fault)
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
