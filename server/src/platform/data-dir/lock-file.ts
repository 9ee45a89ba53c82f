import { randomUUID } from 'node:crypto'
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { findProcess } from '../processes.js'

/** The process that holds a lock. A pid is unique only within a host or container. */
type Holder = { pid: number; startedAt: string; namespace: string }

export type LockFile = {
  /** Returns whether this process still holds the lock: it may lose it while stopped. */
  isHeld(): boolean
  release(): void
}

/** A lock of another process. `gone`: it was removed, and the next attempt may succeed. */
export type OtherLock = { pid: number | null; state: 'alive' | 'beating' | 'gone' }

const heartbeatMs = 2_000
export const staleAfterMs = 6_000

/**
 * Tries to lock a file for this process. The lock of a dead process is removed at once. A process
 * in another container cannot be inspected, so its lock is removed when its heartbeat stops. Wait a
 * moment before the next attempt: every process that saw the same stale lock must finish removing
 * it before one of them takes it.
 */
export function tryLock(path: string): LockFile | OtherLock {
  const me: Holder = {
    pid: process.pid,
    startedAt: findProcess(process.pid)?.startedAt ?? '',
    namespace: ownNamespace(),
  }
  if (tryCreate(path, me)) return hold(path, me)
  const holder = read(path)
  const state = stateOf(holder, path, me)
  if (state === 'gone') removeStale(path, me)
  return { pid: holder?.pid ?? null, state }
}

function hold(path: string, me: Holder): LockFile {
  let beatAt = performance.now()
  const heartbeat = setInterval(() => {
    if (beat(path, me)) beatAt = performance.now()
  }, heartbeatMs)
  heartbeat.unref()
  return {
    isHeld: () => performance.now() - beatAt < staleAfterMs / 2 || isSame(read(path), me),
    release() {
      clearInterval(heartbeat)
      if (isSame(read(path), me)) rmSync(path, { force: true })
    },
  }
}

/** Creates the lock by linking a complete file, so that no reader sees a partial one. */
function tryCreate(path: string, me: Holder): boolean {
  if (isSame(read(path), me)) return true

  const draft = siblingPath(path)
  try {
    writeFileSync(draft, JSON.stringify(me))
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
  const aside = siblingPath(path)
  try {
    renameSync(path, aside)
    if (stateOf(read(aside), aside, me) !== 'gone') linkSync(aside, path)
  } catch {
    // Another process was faster; the next attempt decides.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Returns a new name beside a file. Processes in other containers may have the same pid. */
function siblingPath(path: string): string {
  return `${path}.${randomUUID()}`
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
  return heartbeatAgeMs(path) < staleAfterMs ? 'beating' : 'gone'
}

/** Compares with a file written now, so that both times come from the file system's clock. */
function heartbeatAgeMs(path: string): number {
  const probe = siblingPath(path)
  try {
    writeFileSync(probe, '')
    return statSync(probe).mtimeMs - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Rewrites the lock in place, which updates its time. Returns false when it is lost. */
function beat(path: string, me: Holder): boolean {
  try {
    if (!isSame(read(path), me)) return false
    writeFileSync(path, JSON.stringify(me), { flag: 'r+' })
    return true
  } catch {
    // The directory was removed; there is nothing left to lock.
    return false
  }
}

/** Names the namespace of this process. Hosts number namespaces alike, but boot at other times. */
export function ownNamespace(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'none'
  }
}

function isSame(holder: Holder | null, other: Holder): boolean {
  return (
    holder?.pid === other.pid &&
    holder.startedAt === other.startedAt &&
    holder.namespace === other.namespace
  )
}
