import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Address } from '../../src/lib/hex.js'
import { mapConcurrent } from '../../src/lib/map-concurrent.js'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.js'
import { createLogger, createLogStream } from '../../src/platform/log.js'
import { createSales, insertDays, insertMerchants, insertSales } from './receipts-sql.js'

/** The receipts of all merchants to store, numbered from 1. */
export type Fill = { merchant: Address; from: number; to: number }

export type Filled = { seconds: number; bytes: number }

/** Two years. */
const spanMs = 730 * 86_400_000
const connections = 2
const rowsPerStatement = 20_000
/** Sorting all keys at once is faster than inserting them one by one from here on. */
const rebuildsFrom = 200_000

const tables = ['receipts', 'deposits', 'timeline_entries', 'ledger_postings', 'ledger_entries']

/** A fill that a crash interrupts is worthless, so nothing waits for the disk. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=3GB',
  'checkpoint_timeout=1h',
  'shared_buffers=2GB',
  'work_mem=256MB',
  'maintenance_work_mem=1GB',
  'autovacuum=off',
]

/**
 * Stores receipts of 1,000 merchants in the database of a service that does not run. Leaves the
 * tables as autovacuum would.
 */
export async function fillReceipts(dataDir: string, { merchant, from, to }: Fill): Promise<Filled> {
  const began = performance.now()
  const { databasePassword: password } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  )
  const log = createLogger('warn', createLogStream())
  const database = await startEmbeddedPostgres({ dataDir, password, log, settings })
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connect(database.url)),
  )
  const [client = await connect(database.url)] = clients
  const idle = [...clients]
  /** Runs work on all connections. */
  const each = <Input>(
    inputs: readonly Input[],
    work: (db: Client, input: Input) => Promise<unknown>,
  ) =>
    mapConcurrent(inputs, connections, async (input) => {
      const db = idle.pop() ?? client
      await work(db, input)
      idle.push(db)
    })

  try {
    const now = Date.now()
    await client.query(insertMerchants, [now, spanMs])
    await client.query(createSales)
    const rebuilds = to - from >= rebuildsFrom
    const indexes = rebuilds ? await suspendIndexes(client) : []
    await each(split(from, to), (db, part) =>
      db.query(insertSales, [part.from, part.to, from, to, now, spanMs, merchant]),
    )
    await each(indexes, (db, index) => db.query(`reindex index ${index}`))
    await client.query('truncate ledger_days, unpaid_days, unpaid_changes')
    await each([0, 1], (db, part) => db.query(insertDays, [part, connections]))
    await each([...tables, 'ledger_days'], (db, table) => db.query(`vacuum (analyze) ${table}`))
    await client.query('checkpoint')
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
    return { seconds: (performance.now() - began) / 1_000, bytes: Number(rows[0]?.bytes) }
  } finally {
    await Promise.all(clients.map((db) => db.end()))
    await database.stop()
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Leaves out triggers and checks of foreign keys.
  await client.query('set session_replication_role = replica')
  return client
}

/**
 * Makes inserts leave out the indexes, largest first, until each is built again. The definitions do
 * not change.
 */
async function suspendIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `update pg_index set indisready = false, indisvalid = false
     where indrelid = any ($1::text[]::regclass[]) returning indexrelid::regclass::text as name`,
    [tables],
  )
  const isSlow = (name: string) => name === 'receipts_words' || name.startsWith('ledger_entries')
  const names = rows.map(({ name }) => name)
  return [...names.filter(isSlow), ...names.filter((name) => !isSlow(name))]
}

function split(from: number, to: number): { from: number; to: number }[] {
  const parts = []
  for (let start = from; start <= to; start += rowsPerStatement) {
    parts.push({ from: start, to: Math.min(start + rowsPerStatement - 1, to) })
  }
  return parts
}
