import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '../processes.js'

const patienceMs = 10_000

/**
 * Makes way for a new server after the last one was killed. Its workers live on for a moment and
 * must be gone before anyone else writes; and its lock file names a process that PostgreSQL takes for
 * alive while it is a zombie, so the file is removed once nobody can be behind it.
 */
export async function clearLeftovers(clusterDir: string): Promise<void> {
  // Elsewhere PostgreSQL's own check has to do: it sees dead processes, and zombies are rare.
  if (process.platform !== 'linux') return

  for (let waited = 0; waited < patienceMs; waited += 50) {
    if (!hasWorkers(clusterDir)) {
      rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
      return
    }
    await sleep(50)
  }
}

/** Every PostgreSQL process works inside the cluster's folder. One whose folder we may not see could be ours. */
function hasWorkers(clusterDir: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      if (!findProcess(Number(pid))?.command.includes('postgres')) return false
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === clusterDir
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EACCES'
      }
    })
}
