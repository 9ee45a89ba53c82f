import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = {
  pid: number
  output(): string
  /** Ends the program and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

const stopWithinMs = 15_000

/** PostgreSQL, PgBouncer and Patroni refuse to run as root. Their packages create this user. */
const userName = 'postgres'

/** Creates a directory that the user of the programs owns. */
export function makeFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `tallystick-${name}-`))
  const user = findUser()
  if (user) chownSync(path, user.uid, user.gid)
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Gives a file to the user of the programs. */
export function giveFile(path: string): void {
  const user = findUser()
  if (user) chownSync(path, user.uid, user.gid)
}

/** Runs a program of the system, which ends with this process. */
export function runProgram(
  command: readonly string[],
  { folder, name }: { folder: string; name: string },
): Program {
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  const user = findUser()
  const identity = user
    ? ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups']
    : []
  const child = spawn('setpriv', [...identity, '--pdeathsig', 'KILL', ...command], {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { PATH: `${process.env['PATH']}:/usr/sbin:/usr/bin`, LC_ALL: 'C.UTF-8' },
  })
  closeSync(log)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    output: () => readFileSync(logFile, 'utf8'),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const endsAt = performance.now() + stopWithinMs
      while (!hasEnded()) {
        if (performance.now() > endsAt) child.kill('SIGKILL')
        await sleep(20)
      }
    },
  }
}

/** Waits until a port of this machine accepts connections. */
export async function waitForPort(port: number, program: Program): Promise<void> {
  const endsAt = performance.now() + 30_000
  while (!(await isOpen(port))) {
    if (performance.now() > endsAt) throw new Error(`Port ${port} is closed:\n${program.output()}`)
    await sleep(30)
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    const end = (isConnected: boolean) => {
      socket.destroy()
      resolve(isConnected)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

function findUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const read = (option: string) =>
    Number(execFileSync('id', [option, userName], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}
