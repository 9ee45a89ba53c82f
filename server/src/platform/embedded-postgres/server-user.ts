import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/setting.js'
import { hasSetpriv } from '../setpriv.js'
import type { Binaries } from './binaries.js'

/** Starts PostgreSQL programs as the right user, so that they end with this process. */
export type Launcher = {
  /** Owner of the cluster, or `null` when this process is not root and owns it. */
  owner: { uid: number; gid: number } | null
  command(program: string, args: readonly string[], onDeath: 'INT' | 'KILL'): [string, string[]]
}

/**
 * Decides how to start PostgreSQL on this machine. It refuses to run as root, so root starts it as
 * another user. If that user cannot enter the directories above the cluster, it gets the one
 * capability to pass through them.
 *
 * @throws {ConfigError} when root cannot start it.
 */
export function createLauncher(binaries: Binaries, clusterDir: string): Launcher {
  const deathSignal = hasSetpriv()
  if (process.getuid?.() !== 0) {
    return { owner: null, command: withDeathSignal(deathSignal, []) }
  }

  const owner = ownerOf(clusterDir) ?? findOrCreateUser()
  if (!deathSignal) {
    throw new ConfigError([
      'DATABASE_URL: is required when running as root on this machine. The embedded PostgreSQL does not run as ' +
        'root, and setpriv (package util-linux), which would change the user, is not installed',
    ])
  }

  const identity = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']
  for (const rights of [[], passThrough('dac_read_search'), passThrough('dac_override')]) {
    const options = [...identity, ...rights]
    if (canStart(binaries, clusterDir, options)) {
      return { owner, command: withDeathSignal(true, options) }
    }
  }
  throw new ConfigError([
    `DATA_DIR: user ${owner.uid}, who runs the embedded PostgreSQL, cannot access ${clusterDir}; ` +
      'move DATA_DIR and the program out of directories that only root can enter, or set DATABASE_URL',
  ])
}

/** Makes the cluster's owner the owner of `path`. */
export function giveTo(launcher: Launcher, path: string): void {
  if (launcher.owner) chownSync(path, launcher.owner.uid, launcher.owner.gid)
}

/**
 * With setpriv (Linux), the kernel signals the server when this process dies. Without it, the next
 * start adopts an orphaned server.
 */
function withDeathSignal(available: boolean, options: readonly string[]): Launcher['command'] {
  return (program, args, onDeath) =>
    available
      ? ['setpriv', [...options, '--pdeathsig', onDeath, program, ...args]]
      : [program, [...args]]
}

/** Sets the secure bit too: without it access(2), which initdb uses, ignores the capability. */
function passThrough(capability: string): string[] {
  return [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    `+${capability}`,
    '--ambient-caps',
    `+${capability}`,
  ]
}

/** Tests whether the user can run the program and enter the cluster's parent directory. */
function canStart(binaries: Binaries, clusterDir: string, options: readonly string[]): boolean {
  const parent = join(clusterDir, '..')
  const script = `test -x "$1" && cd "$2" && exec "$1" --version`
  const probe = spawnSync(
    'setpriv',
    [...options, '/bin/sh', '-c', script, 'sh', binaries.initdb, parent],
    { stdio: 'ignore' },
  )
  return probe.status === 0
}

/** Returns the owner of an existing cluster, which keeps it. */
function ownerOf(clusterDir: string): { uid: number; gid: number } | null {
  if (!existsSync(clusterDir)) return null
  const { uid, gid } = statSync(clusterDir)
  return uid === 0 ? null : { uid, gid }
}

function findOrCreateUser(): { uid: number; gid: number } {
  const existing = findUser('postgres') ?? findUser('tallystick')
  if (existing) return existing

  try {
    execFileSync(
      'useradd',
      ['--system', '--no-create-home', '--shell', '/bin/false', 'tallystick'],
      {
        stdio: 'ignore',
      },
    )
  } catch {
    // Minimal systems have no useradd, but every Linux has the user `nobody`.
  }
  const user = findUser('tallystick') ?? findUser('nobody')
  if (!user) throw new Error('No user can run the embedded PostgreSQL. Set DATABASE_URL.')
  return user
}

function findUser(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}
