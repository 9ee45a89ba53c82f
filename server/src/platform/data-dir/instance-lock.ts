import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '../processes.js'

type Holder = { pid: number; startedAt: string }

/** Another Tallystick runs on the same folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'

  constructor(dataDir: string, pid: number) {
    super(
      `Another Tallystick (process ${pid}) already uses ${dataDir}. ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    )
  }
}

/**
 * Makes this process the only one on `dataDir` and returns how to let go of it. A lock left by a
 * process that died is taken over at once, so that a restart never waits.
 *
 * @throws {DataDirInUse} when its holder is alive.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'instance.lock')
  const me: Holder = { pid: process.pid, startedAt: findProcess(process.pid)?.startedAt ?? '' }

  while (!tryCreate(path, me)) {
    const holder = read(path)
    if (holder && isAlive(holder)) throw new DataDirInUse(dataDir, holder.pid)
    removeStale(path)
    // Lets everybody who saw the same dead lock finish clearing it before anyone takes it.
    await sleep(20 + Math.random() * 30)
  }
  return () => {
    if (isSame(read(path), me)) rmSync(path, { force: true })
  }
}

/** A link appears with its contents or not at all, so no reader ever sees half a lock. */
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

/** Moves the lock aside and looks at it once more: if it has become a living one, puts it back. */
function removeStale(path: string): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    const holder = read(aside)
    if (holder && isAlive(holder)) linkSync(aside, path)
  } catch {
    // Somebody else was faster; the next look decides.
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(path: string): Holder | null {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && typeof startedAt === 'string' ? { pid, startedAt } : null
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  return findProcess(holder.pid)?.startedAt === holder.startedAt
}

function isSame(holder: Holder | null, other: Holder): boolean {
  return holder?.pid === other.pid && holder.startedAt === other.startedAt
}
