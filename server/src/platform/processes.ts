import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type ProcessInfo = {
  /** Distinguishes two processes that had the same pid. */
  startedAt: string
  command: string
}

/** Returns a running process, or `null`. A zombie counts as ended, although it accepts signals. */
export function findProcess(pid: number): ProcessInfo | null {
  return process.platform === 'linux' ? findInProc(pid) : findWithPs(pid)
}

function findInProc(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may contain spaces and
    // parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null

    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { startedAt: `${bootId}/${fields[19]}`, command }
  } catch {
    return null
  }
}

function findWithPs(pid: number): ProcessInfo | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    const match = /^(\S+)\s+(\w{3} \w{3}\s+\d+ [\d:]+ \d{4})\s+(.*)$/.exec(line)
    if (!match?.[2] || match[1]?.startsWith('Z')) return null
    return { startedAt: match[2], command: match[3] ?? '' }
  } catch {
    return null
  }
}
