import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LockFile, tryLock } from '../data-dir/lock-file.js'

/**
 * The files of callers in a directory that several processes share, on one host or in several containers. Each process locks a
 * file of its own, so that none overwrites the callers of another one.
 */
export type CallersFiles = {
  /** Returns the name of the file of this process: that of an ended process, or else a new one. */
  nameOf(group: string): Promise<string>
  /** Locks the files that ended processes left, and returns their names. */
  takeLeft(group: string): Promise<string[]>
  /** Deletes a file that was taken, once its callers are in the file of this process. */
  removeLeft(name: string): Promise<void>
  /** Unlocks everything. The file of this process stays for the next one. */
  release(): void
}

type Options = { directory: string; suffix: string; lock: typeof tryLock }

/** Opens the files of callers in a directory. */
export function openCallersFiles({ directory, suffix, lock }: Options): CallersFiles {
  const own = new Map<string, string>()
  const locks = new Map<string, LockFile>()

  async function tryTake(name: string): Promise<boolean> {
    const path = join(directory, `${name}.lock`)
    let held = lock(path)
    if (!('release' in held) && held.state === 'gone') {
      // Another process may remove the same lock.
      await sleep(50)
      held = lock(path)
    }
    if (!('release' in held)) return false
    locks.set(name, held)
    return true
  }

  return {
    async nameOf(group) {
      const known = own.get(group)
      // A process that was stopped for long may have lost it.
      if (known !== undefined && locks.get(known)?.isHeld()) return known
      await mkdir(directory, { recursive: true, mode: 0o700 })
      for (let number = 1; ; number += 1) {
        const name = `${group}-${number}`
        if (!(await tryTake(name))) continue
        own.set(group, name)
        return name
      }
    },
    async takeLeft(group) {
      const files = await readdir(directory).catch(() => [])
      const taken: string[] = []
      for (const file of files) {
        if (!file.startsWith(`${group}-`) || !file.endsWith(suffix)) continue
        const name = file.slice(0, -suffix.length)
        if (name !== own.get(group) && (await tryTake(name))) taken.push(name)
      }
      return taken
    },
    async removeLeft(name) {
      await rm(join(directory, `${name}${suffix}`), { force: true })
      locks.get(name)?.release()
      locks.delete(name)
    },
    release() {
      for (const held of locks.values()) held.release()
      locks.clear()
      own.clear()
    },
  }
}
