import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseUrl, startTallystick } from './tallystick.js'

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

/** Kills it in the middle of writes, starts it again and returns the ids that were confirmed but are gone. */
export async function crashAndRecover(
  dataDir: string,
  target: 'node' | 'group',
  written: number[],
): Promise<{ lost: number[]; restartMs: number }> {
  const first = await startTallystick({ dataDir, environment: withoutChain })
  await first.ready()
  const before = written.length
  const writing = writeUntilCut(databaseUrl(dataDir), written)
  while (written.length < before + 50) await sleep(5)
  first.signal('SIGKILL', target)
  await Promise.all([writing, first.exited])

  const startedAt = performance.now()
  const second = await startTallystick({ dataDir, environment: withoutChain })
  await second.ready()
  const restartMs = performance.now() - startedAt
  const client = new Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  const { rows } = await client.query<{ id: number }>('select id from acknowledged')
  await client.end()
  second.signal('SIGTERM')
  await second.exited

  const present = new Set(rows.map(({ id }) => id))
  return { lost: written.filter((id) => !present.has(id)), restartMs }
}

/** Kills the whole group while the cluster is being made, `afterMs` after that began. */
export async function crashDuringInitdb(dataDir: string, afterMs: number): Promise<void> {
  const first = await startTallystick({ dataDir, environment: withoutChain })
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) {
    await sleep(2)
  }
  await sleep(afterMs)
  first.signal('SIGKILL', 'group')
  await first.exited
}
