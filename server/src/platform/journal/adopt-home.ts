import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LockFile } from '../data-dir/lock-file.js'
import {
  type HeldSegment,
  type Home,
  type HomeOptions,
  isOfKey,
  leaveHome,
  lockName,
} from './home.js'
import { readSegment } from './segment.js'

type Adoption = {
  segments: HeldSegment[]
  /** Why a file could not be read, or null. It is adopted again when the others are replayed. */
  failure: Error | null
}

const none: Adoption = { segments: [], failure: null }
const segmentName = /^\d{6,}$/

/**
 * Locks the directory of a dead process and reads its segments. Returns none while that process is
 * alive.
 *
 * @throws {Error} when it cannot be locked, or was written under another key. Its segments are left
 *   as they are.
 */
export async function adoptHome(options: HomeOptions, name: string): Promise<Adoption> {
  const { files } = options
  const path = join(options.directory, name)
  // Its process is about to lock an empty directory.
  if ((await files.list(path)).length === 0) return none
  const lock = await takeLock(options, join(path, lockName))
  if (!lock) return none

  const home = { name, path, lock }
  try {
    const adopted = await readSegments(options, home)
    if (adopted.segments.length === 0) await leaveHome(files, home)
    return adopted
  } catch (error) {
    lock.release()
    throw error
  }
}

async function takeLock(
  { lock }: Pick<HomeOptions, 'lock'>,
  path: string,
): Promise<LockFile | null> {
  const acquired = lock(path)
  if ('release' in acquired) return acquired
  if (acquired.state !== 'gone') return null
  await sleep(50)
  const retried = lock(path)
  return 'release' in retried ? retried : null
}

async function readSegments(options: HomeOptions, home: Home): Promise<Adoption> {
  const names = (await options.files.list(home.path)).filter((file) => segmentName.test(file))
  // With the wrong key, every record would look damaged.
  if (names.length > 0 && isOfKey(home.name, options.key) === false) throw otherKey(home.name)
  const segments: HeldSegment[] = []
  let failure: Error | null = null
  for (const file of names.sort((a, b) => Number(a) - Number(b))) {
    try {
      segments.push(await readHeld(options, { home, file }))
    } catch (error) {
      // The sales in the other files must not wait for a disk that is never repaired.
      failure ??= new Error(`${home.name}/${file} cannot be read`, { cause: error })
    }
  }
  return { segments, failure }
}

async function readHeld(
  { files, key }: HomeOptions,
  { home, file }: { home: Home; file: string },
): Promise<HeldSegment> {
  const path = join(home.path, file)
  const bytes = await files.read(path)
  const id = `${home.name}/${file}`
  const segment = readSegment(key, id, bytes)
  // The replay would delete a file without a single record that can be read, although the right key
  // may come back.
  const isSealed =
    segment.records.length === 0 && segment.damage.some(({ kind }) => kind === 'corrupt')
  if (isSealed && isOfKey(home.name, key) === null) throw otherKey(id)
  return { id, ...segment, home, path, bytes: bytes.length }
}

function otherKey(name: string): Error {
  return new Error(`${name} was written under another MASTER_KEY; it is kept for that key`)
}
