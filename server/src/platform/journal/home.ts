import { join } from 'node:path'
import type { LockFile, tryLock } from '../data-dir/lock-file.js'
import type { JournalFiles } from './files.js'
import type { Segment } from './segment.js'

/** A directory of segments that this process has locked. */
export type Home = { name: string; path: string; lock: LockFile }

/** A segment in a directory that this process has locked. */
export type HeldSegment = Segment & { home: Home; path: string; bytes: number }

export type HomeOptions = {
  /** The parent of the directories of all processes. */
  directory: string
  files: JournalFiles
  lock: typeof tryLock
}

export const lockName = 'lock'

/** Creates and locks a directory for this process. */
export async function createHome(
  { directory, files, lock }: HomeOptions,
  name: string,
): Promise<Home> {
  const path = join(directory, name)
  try {
    await files.makeDirectory(path)
    const held = lock(join(path, lockName))
    if (!('release' in held)) throw new Error('the journal of this process is locked')
    return { name, path, lock: held }
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
