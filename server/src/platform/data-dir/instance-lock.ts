import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '../processes.js'

/** The process that holds a directory. A pid is unique only within one namespace, such as a container. */
type Holder = { pid: number; startedAt: string; namespace: string }

/** Another Tallystick process uses the directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'

  constructor(dataDir: string, pid: number) {
    super(
      `Another Tallystick (process ${pid}) already uses ${dataDir}. ` +
        'Stop it first, or set another DATA_DIR for this one.',
    )
  }
}

const heartbeatMs = 2_000
const staleAfterMs = 6_000

/**
 * Locks `dataDir` for this process and returns a function that releases it. The lock of a dead process is taken over
 * at once. A process in another container cannot be inspected, so its lock is taken over when its heartbeat stops.
 *
 * @throws {DataDirInUse} when its holder is alive.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'instance.lock')
  const me: Holder = {
    pid: process.pid,
    startedAt: findProcess(process.pid)?.startedAt ?? '',
    namespace: ownNamespace(),
  }

  const deadline = performance.now() + staleAfterMs + heartbeatMs
  while (!tryCreate(path, me)) {
    const holder = read(path)
    const state = stateOf(holder, path, me)
    const canWait = state === 'beating' && performance.now() < deadline
    if (holder && state !== 'gone' && !canWait) throw new DataDirInUse(dataDir, holder.pid)
    if (state === 'gone') removeStale(path, me)
    // Lets every process that saw the same stale lock finish removing it before one of them takes it.
    await sleep(canWait ? 200 : 20 + Math.random() * 30)
  }

  const heartbeat = setInterval(() => beat(path, me), heartbeatMs)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    if (isSame(read(path), me)) rmSync(path, { force: true })
  }
}

/** Creates the lock by linking a complete file, so that no reader sees a partial one. */
function tryCreate(path: string, me: Holder): boolean {
  if (isSame(read(path), me)) return true

  const draft = `${path}.${me.pid}`
  writeFileSync(draft, JSON.stringify(me))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves the lock aside and checks it once more. Restores it if it has become valid. */
function removeStale(path: string, me: Holder): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    if (stateOf(read(aside), aside, me) !== 'gone') linkSync(aside, path)
  } catch {
    // Another process was faster; the next iteration decides.
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(path: string): Holder | null {
  try {
    const { pid, startedAt, namespace } = JSON.parse(readFileSync(path, 'utf8'))
    const isSound =
      Number.isInteger(pid) && typeof startedAt === 'string' && typeof namespace === 'string'
    return isSound ? { pid, startedAt, namespace } : null
  } catch {
    return null
  }
}

function stateOf(holder: Holder | null, path: string, me: Holder): 'alive' | 'beating' | 'gone' {
  if (!holder) return 'gone'
  if (holder.namespace === me.namespace) {
    return findProcess(holder.pid)?.startedAt === holder.startedAt ? 'alive' : 'gone'
  }
  return heartbeatAgeMs(path, me) < staleAfterMs ? 'beating' : 'gone'
}

/** Compares with a file written now, so that both times come from the file system's clock. */
function heartbeatAgeMs(path: string, me: Holder): number {
  const probe = `${path}.now-${me.pid}`
  try {
    writeFileSync(probe, '')
    return statSync(probe).mtimeMs - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Rewrites the lock in place, which updates its modification time. */
function beat(path: string, me: Holder): void {
  try {
    if (isSame(read(path), me)) writeFileSync(path, JSON.stringify(me), { flag: 'r+' })
  } catch {
    // The directory was removed; there is nothing left to lock.
  }
}

function ownNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return 'none'
  }
}

function isSame(holder: Holder | null, other: Holder): boolean {
  return holder?.pid === other.pid && holder.startedAt === other.startedAt
}
