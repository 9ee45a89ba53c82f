import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config-error.js'
import { hasSetpriv } from '../setpriv.js'
import type { Binaries } from './binaries.js'

/** How to start a PostgreSQL program so that it runs as the right user and ends with this process. */
export type Launcher = {
  /** Owner of the cluster, or `null` when we are an ordinary user and own it ourselves. */
  owner: { uid: number; gid: number } | null
  command(program: string, args: readonly string[], onDeath: 'INT' | 'KILL'): [string, string[]]
}

/**
 * Decides how PostgreSQL is started on this machine. It refuses to run as root, so root hands it to
 * another user; that user may lack the way through folders only root can enter (a home folder, a
 * temporary one), in which case it is given the one right to pass through them and no other.
 *
 * @throws {ConfigError} when root finds no way to start it.
 */
export function createLauncher(binaries: Binaries, clusterDir: string): Launcher {
  const deathSignal = hasSetpriv()
  if (process.getuid?.() !== 0) {
    return { owner: null, command: withDeathSignal(deathSignal, []) }
  }

  const owner = ownerOf(clusterDir) ?? findOrCreateUser()
  if (!deathSignal) {
    throw new ConfigError([
      'DATABASE_URL: is required for root on this machine. The embedded PostgreSQL refuses to run as ' +
        'root, and the program setpriv (package util-linux) that would change the user is missing',
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
    `DATA_DIR: user ${owner.uid}, who runs the embedded PostgreSQL, cannot reach ${clusterDir}; ` +
      'move DATA_DIR and the program out of folders only root can enter, or set DATABASE_URL',
  ])
}

/** Gives `path` to the cluster's owner. */
export function giveTo(launcher: Launcher, path: string): void {
  if (launcher.owner) chownSync(path, launcher.owner.uid, launcher.owner.gid)
}

/**
 * Where setpriv exists (Linux), the kernel signals the server when this process dies, whatever kills
 * it. Elsewhere a server that stayed behind is adopted by the next start.
 */
function withDeathSignal(available: boolean, options: readonly string[]): Launcher['command'] {
  return (program, args, onDeath) =>
    available
      ? ['setpriv', [...options, '--pdeathsig', onDeath, program, ...args]]
      : [program, [...args]]
}

/** Without the secure bit, access(2) would ignore the capability, and initdb checks its files with it. */
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

/** Asks the program for its version with the cluster's folder as working directory: both must be reachable. */
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

/** An existing cluster stays with the user it was made for. */
function ownerOf(clusterDir: string): { uid: number; gid: number } | null {
  if (!existsSync(clusterDir)) return null
  const { uid, gid } = statSync(clusterDir)
  return uid === 0 ? null : { uid, gid }
}

function findOrCreateUser(): { uid: number; gid: number } {
  const known = findUser('postgres') ?? findUser('tallystick')
  if (known) return known

  try {
    execFileSync(
      'useradd',
      ['--system', '--no-create-home', '--shell', '/bin/false', 'tallystick'],
      {
        stdio: 'ignore',
      },
    )
  } catch {
    // Minimal systems have no useradd; every Linux has nobody.
  }
  const made = findUser('tallystick') ?? findUser('nobody')
  if (!made)
    throw new Error('There is no user to run the embedded PostgreSQL as. Set DATABASE_URL.')
  return made
}

function findUser(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}
