import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseUrl, startTallystick, type Tallystick } from './tallystick.js'

/** What happens to the chain is another file's: `chain.test.ts`. */
export const withoutChain = { SANDBOX_CHAIN: 'off' }

/** Ids that the database has confirmed, collected until the connection breaks. */
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
    // The crash that this is about.
  }
}

/** Kills a service in the middle of writes and starts it again. Returns the new one, and confirmed ids that are gone. */
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

/** Kills the whole group while the cluster is being made, `afterMs` after that began. */
export async function crashDuringInitdb(dataDir: string, afterMs: number): Promise<void> {
  const first = await startTallystick({ dataDir, command: 'npm start', environment: withoutChain })
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) {
    await sleep(2)
  }
  await sleep(afterMs)
  first.signal('SIGKILL', 'group')
  await first.exited
}
