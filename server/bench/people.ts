import { setTimeout as sleep } from 'node:timers/promises'
import { insertMerchant } from '../src/auth/merchants/merchant-store.js'
import { knownAddress } from '../src/lib/hex.js'
import { DAY_MS, unixMs } from '../src/lib/time.js'
import { newId } from '../src/platform/ids.js'
import { hostileDocuments } from '../test/fixtures/hostile/hostile-documents.js'
import { databaseCpuMs, processCpuMs } from './cpu-time.js'
import { openService } from './open-service.js'
import { print } from './statistics.js'

/**
 * Measures searches, the leaderboard and GraphQL pages. Set USERS and RECEIPTS for smaller numbers.
 * Receipts are sold by the first thousand users, in the last 90 days.
 */
const users = Number(process.env['USERS'] ?? 100_000)
const receipts = Number(process.env['RECEIPTS'] ?? 1_000_000)
const sellers = 1_000
const rounds = 21
const limitMs = 50
const walletOf = (number: string) => `'0x' || lpad(to_hex(${number}), 40, '0')`

const service = await openService({ SANDBOX_CHAIN: 'off' })
const { db, maintain, origin } = service
const headers = { ...service.headers, 'content-type': 'application/json' }
const now = () => unixMs(Date.now())
await timed(`insert ${users} users`, insertUsers)
await timed(`insert ${receipts} receipts`, insertSales)
// Of a service in use, the statistics are never this old.
await maintain('analyze')
await timed('wait until they are scored', waitForScores)
await maintain('vacuum analyze users, public_users, user_words, user_follows, user_scores')

const searches = {
  'search: all users': '',
  'search: a broad word': 'q=ann',
  'search: a letter, which all users match': 'q=u',
  'search: two broad words': 'q=ann%20be',
  'search: a rare word': 'q=user77777',
  'search: no match': 'q=zzz',
  'search: XP range, by name': 'xpMin=5&xpMax=500&sort=name',
  'search: a broad word with a rare XP': 'q=u&xpMin=100000000',
  'search: a broad word with a metric, by name': 'q=ann&metric=purchases&metricMin=3&sort=name',
  'search: a metric that few have, by XP': 'metric=sales&metricMin=1&sort=xp&order=asc',
  'search: a metric that most lack, by XP': 'metric=followers&metricMax=0&sort=xp',
  'search: the last page': 'q=u&sort=createdAt&offset=10000&limit=100',
  'live users': null,
}
for (const [name, query] of Object.entries(searches)) {
  const url = query === null ? '/api/users/live' : `/api/users/search?${query}`
  await measure(name, () => fetch(`${origin}${url}`, { headers }))
}
const fields = 'id handle displayName bio avatarUrl xp level live metrics { followers following }'
const queries = {
  'leaderboard: XP, all time': `{ leaderboard(limit: 100) { rank value user { ${fields} } } }`,
  'leaderboard: XP, 30 days': `{ leaderboard(window: DAYS_30, limit: 100) { rank value user { ${fields} } } }`,
  'leaderboard: sales, 7 days': `{ leaderboard(metric: SALES, window: DAYS_7) { rank value user { ${fields} } } }`,
  'GraphQL: user page': `{ user(handle: "user777") { ${fields} followers { ${fields} } following { ${fields} } } }`,
  'GraphQL: three levels': `{ user(handle: "user777") { followers { handle following { handle xp } } } }`,
}
for (const [name, query] of Object.entries(queries)) {
  await measure(name, () => sendQuery(query))
}
for (const [name, query] of hostileDocuments) {
  await measure(`refuse ${name}`, () => sendQuery(query), { isRefused: true })
}
await service.stop()

function sendQuery(query: string): Promise<Response> {
  const body = JSON.stringify({ query })
  return fetch(`${origin}/api/graphql`, { method: 'POST', headers, body })
}

/** The service scores receipts every minute. */
async function waitForScores(): Promise<void> {
  for (;;) {
    const { rows } = await db.query('select 1 from ledger_changes limit 1')
    if (rows.length === 0) return
    await sleep(200)
  }
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  print(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}

/**
 * Prints the median time of a call, and its CPU time in the service and PostgreSQL, which other
 * load changes less.
 */
async function measure(
  name: string,
  call: () => Promise<Response>,
  { isRefused = false } = {},
): Promise<void> {
  const times: number[] = []
  const before = cpuMs()
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    const response = await call()
    const body = await response.text()
    times.push(performance.now() - started)
    const isError = !response.ok || body.includes('"errors"')
    if (isError !== isRefused) throw new Error(`${name}: ${body}`)
  }
  const cpu = (cpuMs() - before) / rounds
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(rounds / 2)] ?? 0
  const verdict = median < limitMs ? 'ok' : `above ${limitMs} ms`
  const figures = [median, cpu, sorted.at(-1) ?? 0].map((ms) => ms.toFixed(1))
  print(`${name}: ${figures[0]} ms, CPU ${figures[1]}, slowest ${figures[2]}: ${verdict}`)
}

/** Returns the CPU time of the service and of PostgreSQL so far, in steps of 10 ms. */
function cpuMs(): number {
  return Number(processCpuMs(service.pid)) + Number(databaseCpuMs(service.dataDir))
}

/** Calls `insert` with the ends of ranges that a statement can insert in time. */
async function inSteps(
  max: number,
  insert: (range: [first: number, last: number]) => Promise<unknown>,
): Promise<void> {
  const step = 1_000
  for (let first = 1; first <= max; first += step) {
    await insert([first, Math.min(first + step - 1, max)])
  }
}

/**
 * Inserts public users, each of whom follows up to five others. Two of three names begin with Ann.
 */
async function insertUsers(): Promise<void> {
  const numbers = 'generate_series($1::int, $2::int) as n'
  const ownWallets = `wallet between ${walletOf('$1::int')} and ${walletOf('$2::int')}`
  await inSteps(users, (range) =>
    db.query(
      `insert into users (wallet, id, handle, handle_key, display_name, bio, is_public, created_at, updated_at)
       select ${walletOf('n')}, 'usr_' || n, 'user' || n, 'user' || n,
         (array['Anna', 'Annabel', 'Bert'])[1 + n % 3] || ' ' || (array['Beck', 'Cole'])[1 + n % 2] || ' ' || n,
         repeat('Tea ', 20), true, $3::bigint - n, $3 from ${numbers}`,
      [...range, now()],
    ),
  )
  const followed = `1 + (n::bigint * 7919 * step) % ${Math.ceil(users / 3)}`
  await inSteps(users, (range) =>
    db.query(
      `insert into user_follows (follower, followed, created_at)
       select distinct ${walletOf('n')}, ${walletOf(followed)}, $3::bigint
       from ${numbers} cross join generate_series(1, 5) as step where ${followed} <> n`,
      [...range, now()],
    ),
  )
  await inSteps(users, (range) =>
    db.query(
      `insert into public_users (wallet, name_key, words, xp, sales, purchases, followers, following, created_at)
       select wallet, lower(display_name),
         array_to_tsvector(string_to_array(lower(display_name), ' ') || handle_key || wallet), 0, 0, 0,
         (select count(*) from user_follows where followed = wallet),
         (select count(*) from user_follows where follower = wallet), created_at
       from users where ${ownWallets}`,
      range,
    ),
  )
  await inSteps(users, (range) =>
    db.query(
      `insert into user_words (word, wallet)
       select word, wallet from public_users cross join lateral unnest(tsvector_to_array(words)) as word where ${ownWallets}`,
      range,
    ),
  )
  await db.query(
    'insert into user_presence (wallet, seen_at) select wallet, $1 from public_users limit 2000',
    [now()],
  )
}

/** Inserts receipts of 12 dollars with their sales, evenly over the days. */
async function insertSales(): Promise<void> {
  for (let number = 1; number <= sellers; number += 1) {
    const wallet = knownAddress(`0x${number.toString(16).padStart(40, '0')}`)
    const terms = { plan: 'starter', createdAt: now() } as const
    await insertMerchant(db, { wallet, subscriptionId: newId('dsub'), ...terms })
  }
  const times = [now(), 90 * DAY_MS]
  const numbers = 'generate_series($1::int, $2::int) as n'
  const seller = walletOf(`1 + n % ${sellers}`)
  const buyer = walletOf(`1 + (n * 104729::bigint) % ${users}`)
  const at = '($3::bigint - (n * 7919::bigint % 1000003) * $4::bigint / 1000003)'
  await inSteps(receipts, async (range) => {
    await db.query(
      `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
         tax_components, brand_name, payout_address, buyer_wallet, created_at, updated_at)
       select ${seller}, 'r-' || n, 'order', 'paid', 'USD', 1200, '[]', 0, '{}', 'Bench', ${seller}, ${buyer},
         ${at}, ${at} from ${numbers}`,
      [...range, ...times],
    )
    await db.query(
      `insert into ledger_postings (merchant, key, kind, at, receipt_id)
       select ${seller}, 'sale:r-' || n || ':1', 'sale', ${at}, 'r-' || n from ${numbers}`,
      [...range, ...times],
    )
    await db.query(
      `insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
       select ${seller}, 'sale:r-' || n || ':1', seq, (array['customer_credit', 'sales'])[seq],
         'eip155:84532/0x036cbd53842c5426634e7929541ec2318f3dcf7e', sign * 12000000, sign * 12000000
       from ${numbers} cross join (values (1, 1), (2, -1)) as entry (seq, sign)`,
      range,
    )
    await db.query(
      `insert into ledger_changes (merchant, receipt_id) select ${seller}, 'r-' || n from ${numbers}`,
      range,
    )
  })
}
