import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

const msPerTick = 10

/** Returns the fields of a process after its name, which may contain spaces. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const usedBy = (fields: readonly string[], first: number) =>
  (Number(fields[first]) + Number(fields[first + 1])) * msPerTick

/** Returns the CPU time that processes have used, in ms. */
export function readCpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + usedBy(readStat(pid), 11), 0)
}

/** Returns the CPU time of a PostgreSQL server with all of its processes, also those that ended. */
export function readServerCpuMs(postmaster: number): number {
  let sum = usedBy(readStat(postmaster), 11) + usedBy(readStat(postmaster), 13)
  for (const name of readdirSync('/proc')) {
    try {
      const fields = /^\d+$/.test(name) ? readStat(Number(name)) : []
      if (Number(fields[1]) === postmaster) sum += usedBy(fields, 11)
    } catch {
      // The process has ended.
    }
  }
  return sum
}

/** Returns the process of the server of a URL, which runs on this machine. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = Number(readStat(rows[0]?.pid ?? 0)[1])
  await client.end()
  return parent
}
