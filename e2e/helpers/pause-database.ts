import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Stops every process of the embedded database, as when its machine hangs.
 *
 * @returns a function that lets them continue.
 */
export function pauseDatabase(dataDir: string): () => void {
  const [first = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  // The postmaster first, so that it starts no other process.
  process.kill(postmaster, 'SIGSTOP')
  const children = listChildren(postmaster)
  for (const child of children) process.kill(child, 'SIGSTOP')
  return () => {
    for (const pid of [...children, postmaster]) process.kill(pid, 'SIGCONT')
  }
}

function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        // After the name in parentheses: the state, then the parent.
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
}
