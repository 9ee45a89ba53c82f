import { join } from 'node:path'
import type { LockFile, tryLock } from '../data-dir/lock-file.js'
import { fingerprintOf } from '../secrets/derived-key.js'
import type { JournalFiles } from './files.js'
import type { Segment, SegmentOwner } from './segment.js'

/** A directory of segments that this process has locked. */
export type Home = { name: string; path: string; lock: LockFile }

/** A segment in a directory that this process has locked. */
export type HeldSegment = Segment & {
  home: Home
  path: string
  bytes: number
  /** The bytes of each merchant's records, and of all anonymous ones. */
  bytesOf: ReadonlyMap<SegmentOwner, number>
}

export type HomeOptions = {
  /** The parent of the directories of all processes. */
  directory: string
  /** Encrypts the records. */
  key: Uint8Array
  files: JournalFiles
  lock: typeof tryLock
}

export const lockName = 'lock'

/** Creates and locks a directory for this process. Its name identifies the encryption key. */
export async function createHome(
  { directory, key, files, lock }: HomeOptions,
  id: string,
): Promise<Home> {
  const name = `${id}.${markOf(key)}`
  const path = join(directory, name)
  try {
    await files.makeDirectory(path)
    const acquired = lock(join(path, lockName))
    if (!('release' in acquired)) throw new Error('the journal of this process is locked')
    return { name, path, lock: acquired }
  } catch (error) {
    // On a full disk, every attempt would leave a directory.
    await files.removeDirectory(path)
    throw error
  }
}

/** Unlocks a directory, and removes it if it is empty. */
export async function leaveHome(files: JournalFiles, home: Home): Promise<void> {
  home.lock.release()
  await files.removeDirectory(home.path)
}

/**
 * Returns whether the records of a directory are encrypted under this key, or null if its name does
 * not say so: earlier versions did not mark their directories.
 */
export function isOfKey(name: string, key: Uint8Array): boolean | null {
  const mark = /\.([0-9a-f]{16})$/.exec(name)?.[1]
  return mark === undefined ? null : mark === markOf(key)
}

function markOf(key: Uint8Array): string {
  return fingerprintOf(Buffer.from(key).toString('hex'))
}
