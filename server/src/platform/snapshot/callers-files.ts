import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LockFile, tryLock } from '../data-dir/lock-file.js'

/**
 * The files of callers in a directory that several processes share, on one host or in several
 * containers. Each process locks a file of its own, so that none overwrites the callers of another.
 */
export type CallersFiles = {
  /** Returns the name of the file of this process. It may be the file of an ended process. */
  nameOf(group: string): Promise<string>
  /** Locks the files of ended processes, and returns their names. */
  adopt(group: string): Promise<string[]>
  /** Deletes an adopted file, once its callers are in the file of this process. */
  removeAdopted(name: string): Promise<void>
  /** Unlocks everything. The file of this process stays for the next one. */
  release(): void
}

type Options = { directory: string; suffix: string; lock: typeof tryLock }

/** Opens the files of callers in a directory. */
export function openCallersFiles({ directory, suffix, lock }: Options): CallersFiles {
  const ownNames = new Map<string, string>()
  const locks = new Map<string, LockFile>()

  async function tryTake(name: string): Promise<boolean> {
    const path = join(directory, `${name}.lock`)
    let result = lock(path)
    if (!('release' in result) && result.state === 'gone') {
      // Another process may remove the same lock.
      await sleep(50)
      result = lock(path)
    }
    if (!('release' in result)) return false
    locks.set(name, result)
    return true
  }

  return {
    async nameOf(group) {
      const name = ownNames.get(group)
      // A process that was suspended for a long time may have lost its lock.
      if (name !== undefined && locks.get(name)?.isHeld()) return name
      await mkdir(directory, { recursive: true, mode: 0o700 })
      for (let number = 1; ; number += 1) {
        const free = `${group}-${number}`
        if (!(await tryTake(free))) continue
        ownNames.set(group, free)
        return free
      }
    },
    async adopt(group) {
      const files = await readdir(directory).catch(() => [])
      const adopted: string[] = []
      for (const file of files) {
        if (!file.startsWith(`${group}-`) || !file.endsWith(suffix)) continue
        const name = file.slice(0, -suffix.length)
        if (name !== ownNames.get(group) && (await tryTake(name))) adopted.push(name)
      }
      return adopted
    },
    async removeAdopted(name) {
      await rm(join(directory, `${name}${suffix}`), { force: true })
      locks.get(name)?.release()
      locks.delete(name)
    },
    release() {
      for (const lockFile of locks.values()) lockFile.release()
      locks.clear()
      ownNames.clear()
    },
  }
}
