import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/free-port.js'
import { giveFile, makeFolder, runProgram, waitForPort } from './programs.js'

/** Starts PgBouncer in transaction mode, with its own defaults, in front of a database. */
export async function startPgbouncer(
  databaseUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = makeFolder('pgbouncer')
  const listenPort = await findFreePort()
  const settings = join(folder.path, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 8
`,
    { mode: 0o600 },
  )
  giveFile(settings)
  const program = runProgram(['pgbouncer', settings], { folder: folder.path, name: 'pgbouncer' })
  await waitForPort(listenPort, program)
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    async stop() {
      await program.stop('SIGINT')
      folder.remove()
    },
  }
}
