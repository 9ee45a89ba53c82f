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

/** Who holds a folder. Process ids mean something only within one namespace, such as a container. */
type Holder = { pid: number; startedAt: string; namespace: string }

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

const beatEveryMs = 2_000
const silentAfterMs = 6_000

/**
 * Makes this process the only one on `dataDir` and returns how to let go of it. A lock left by a
 * process that died is taken over at once, so that a restart does not wait; one from another container,
 * whose process cannot be seen from here, as soon as it has stopped beating.
 *
 * @throws {DataDirInUse} when its holder is alive.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'instance.lock')
  const me: Holder = {
    pid: process.pid,
    startedAt: findProcess(process.pid)?.startedAt ?? '',
    namespace: ownNamespace(),
  }

  const deadline = performance.now() + silentAfterMs + beatEveryMs
  while (!tryCreate(path, me)) {
    const holder = read(path)
    const state = stateOf(holder, path, me)
    const isPatient = state === 'beating' && performance.now() < deadline
    if (holder && state !== 'gone' && !isPatient) throw new DataDirInUse(dataDir, holder.pid)
    if (state === 'gone') removeStale(path, me)
    // Lets everybody who saw the same dead lock finish clearing it before anyone takes it.
    await sleep(isPatient ? 200 : 20 + Math.random() * 30)
  }

  const beat = setInterval(() => beatOnce(path, me), beatEveryMs)
  beat.unref()
  return () => {
    clearInterval(beat)
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
function removeStale(path: string, me: Holder): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    if (stateOf(read(aside), aside, me) !== 'gone') linkSync(aside, path)
  } catch {
    // Somebody else was faster; the next look decides.
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
  return beatAgeMs(path, me) < silentAfterMs ? 'beating' : 'gone'
}

/** Compares with a file written just now, so that both times come from the file system's clock. */
function beatAgeMs(path: string, me: Holder): number {
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

/** Writing it again, in place, gives it the file system's time. */
function beatOnce(path: string, me: Holder): void {
  try {
    if (isSame(read(path), me)) writeFileSync(path, JSON.stringify(me), { flag: 'r+' })
  } catch {
    // The folder was removed under us; there is nothing left to hold.
  }
}

function ownNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return 'only one'
  }
}

function isSame(holder: Holder | null, other: Holder): boolean {
  return holder?.pid === other.pid && holder.startedAt === other.startedAt
}
