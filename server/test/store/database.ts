import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.js'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/start-embedded-postgres.js'
import { findFreePort } from '../../src/platform/free-port.js'
import { silentLog } from '../fixtures/silent-log.js'

export type StoreDatabase = Awaited<ReturnType<typeof startStoreDatabase>>

/** Starts a PostgreSQL server that can be stopped and frozen. */
export async function startStoreDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-database-'))
  chmodSync(dataDir, 0o711)
  const clusterDir = join(realpathSync(dataDir), 'postgres')
  // A stopped server keeps what the kernel has written, so only a power failure needs `fsync`.
  const settings = [`port=${await findFreePort()}`, 'fsync=off', 'full_page_writes=off']
  const launch = () =>
    startEmbeddedPostgres({ dataDir, password: 'test', log: silentLog, settings })
  let server: EmbeddedPostgres | null = await launch()
  const { url } = server

  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const postmaster = findPostmaster(clusterDir)
    if (!postmaster) return
    process.kill(postmaster.pid, signal)
    for (const pid of listChildren(postmaster.pid)) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended since.
      }
    }
  }

  async function stop(): Promise<void> {
    const stopping = server
    server = null
    const postmaster = findPostmaster(clusterDir)
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
    await stopping?.stop()
  }

  return {
    url,
    /** Stops the server at once, without closing its connections. */
    stop,
    async start() {
      server ??= await launch()
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function listChildren(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = all.trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([childPid, parent]) =>
    childPid !== undefined && parent === pid ? [childPid] : [],
  )
}
