import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseUrl, startTallystick, type Tallystick } from './tallystick.js'

/** `chain.test.ts` covers crashes of the chain. */
export const withoutChain = { SANDBOX_CHAIN: 'off' }

/**
 * Inserts ids until the connection breaks, and adds those that the database confirmed to `written`.
 */
async function writeUntilCut(url: string, written: number[]): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists acknowledged (id int primary key)')
  try {
    for (;;) {
      const id = written.length
      await client.query('insert into acknowledged values ($1) on conflict do nothing', [id])
      written.push(id)
    }
  } catch {
    // The crash under test.
  }
}

/**
 * Kills a service during writes and starts it again. Returns the new service and the confirmed ids
 * it lost.
 */
export async function crashAndRecover(
  running: Tallystick,
  { dataDir, target, written }: { dataDir: string; target: 'node' | 'group'; written: number[] },
): Promise<{ next: Tallystick; lost: number[]; restartMs: number }> {
  const before = written.length
  const writing = writeUntilCut(databaseUrl(dataDir), written)
  while (written.length < before + 50) await sleep(5)
  running.signal('SIGKILL', target)
  await Promise.all([writing, running.exited])

  const startedAt = performance.now()
  const next = await startTallystick({ dataDir, command: 'npm start', environment: withoutChain })
  await next.ready()
  const restartMs = performance.now() - startedAt
  const client = new Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  const { rows } = await client.query<{ id: number }>('select id from acknowledged')
  await client.end()

  const present = new Set(rows.map(({ id }) => id))
  return { next, lost: written.filter((id) => !present.has(id)), restartMs }
}

/** Kills the whole group `afterMs` after initdb began to create the cluster. */
export async function crashDuringInitdb(dataDir: string, afterMs: number): Promise<void> {
  const first = await startTallystick({ dataDir, command: 'npm start', environment: withoutChain })
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) {
    await sleep(2)
  }
  await sleep(afterMs)
  first.signal('SIGKILL', 'group')
  await first.exited
}
