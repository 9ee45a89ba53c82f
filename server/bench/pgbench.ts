import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { print } from './statistics.js'

/**
 * As many as the service has connections to its database. More take longer to connect than to
 * measure.
 */
const clients = 16

/** The statement of the bare handler, with a document of the same size. */
const script = `\\set n random(1, 1000000000000)
with made as (
  insert into bench_documents (kind, id, body)
  select 'pgbench', :client_id::text || '-' || :n::text, body
  from bench_documents where kind = 'receipt' and id = 'a'
  returning id
)
insert into bench_events (kind, id, at) select 'pgbench', id, 1 from made;
`

/**
 * Returns a function that runs pgbench and returns transactions per second, or null when it is not
 * installed.
 */
export function startPgbench(databaseUrl: string, seconds: number): (() => number) | null {
  const program = findPgbench()
  if (!program) {
    print('pgbench is not installed, so it takes no part.')
    return null
  }
  const file = join(mkdtempSync(join(tmpdir(), 'tallystick-pgbench-')), 'order.sql')
  writeFileSync(file, script)
  const settings = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds)]
  return () => {
    const output = execFileSync(program, [...settings, '-f', file, databaseUrl], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(/tps = ([\d.]+)/.exec(output)?.[1])
  }
}

/** Debian installs it beside the server, outside the path. */
function findPgbench(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null
}
