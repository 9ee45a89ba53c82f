import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { MINUTE_MS } from '../../lib/time.js'
import { tryLock } from '../data-dir/lock-file.js'
import type { Logger } from '../log.js'
import { seal, unseal } from '../secrets/seal.js'
import { type CallersFiles, openCallersFiles } from './callers-files.js'
import type { FactGroup } from './snapshot.js'

/** The groups of a snapshot on disk, one encrypted file each, shared by all processes there. */
export type SnapshotFiles = {
  /** Writes a group to a file, by default of its own name. */
  write(group: FactGroup, file?: string): Promise<void>
  /** Reads the group in a file, or null when it is damaged. */
  readFile(name: string): Promise<FactGroup | null>
  callers: CallersFiles
  remove(name: string): Promise<void>
  /**
   * Reads all groups up to `maxBytes`, those written last first. Damaged files are reported and
   * left out. Removes the drafts of processes that were killed while writing, and files that were
   * written longer before the latest one than facts last.
   */
  read(maxBytes: number): Promise<FactGroup[]>
}

const suffix = '.snapshot'
const draftName = /\.snapshot\.(.+-)?\d+$/
/** Writing a file takes less. */
const draftLastsMs = MINUTE_MS

/** Opens the files of a directory, which is created with the first one. */
export function openSnapshotFiles(options: {
  directory: string
  key: Uint8Array
  /** The time after which facts are no longer used. */
  maxAgeMs: number
  log: Logger
  lock?: typeof tryLock
}): SnapshotFiles {
  const { directory, key, maxAgeMs, log, lock = tryLock } = options
  const pathOf = (name: string) => join(directory, `${name}${suffix}`)
  let hasDirectory = false

  async function readGroup(file: string): Promise<FactGroup | null> {
    const name = file.slice(0, -suffix.length)
    try {
      const group = deserialize(unseal(key, await readFile(join(directory, file)), name))
      return group as FactGroup
    } catch (error) {
      log.warn({ err: error, file }, 'snapshot file cannot be used')
      return null
    }
  }

  return {
    async write(group, file = group.name) {
      if (!hasDirectory) await mkdir(directory, { recursive: true, mode: 0o700 })
      hasDirectory = true
      const path = pathOf(file)
      // Another process may write the same group, with the same pid in another container.
      const draft = `${path}.${hostname()}-${process.pid}`
      await writeFile(draft, seal(key, serialize(group), file), { mode: 0o600 })
      await rename(draft, path)
    },
    readFile: (name) => readGroup(`${name}${suffix}`),
    callers: openCallersFiles({ directory, suffix, lock }),
    remove: (name) => rm(pathOf(name), { force: true }),
    async read(maxBytes) {
      const groups: FactGroup[] = []
      let bytes = 0
      const files = await removeOld(directory, { files: await listNewest(directory), maxAgeMs })
      for (const { name, size } of files) {
        if (!name.endsWith(suffix)) continue
        bytes += size
        if (bytes > maxBytes) break
        const group = await readGroup(name)
        if (group) groups.push(group)
      }
      return groups
    },
  }
}

type SnapshotFile = { name: string; size: number; mtimeMs: number }

async function listNewest(directory: string): Promise<SnapshotFile[]> {
  const names = await readdir(directory).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => {
      // Another process may have removed it.
      const stats = await stat(join(directory, name)).catch(() => null)
      return stats ? [{ name, size: stats.size, mtimeMs: stats.mtimeMs }] : []
    }),
  )
  return files.flat().sort((a, b) => b.mtimeMs - a.mtimeMs)
}

/**
 * Removes files without a use, and returns the others. Compares with the latest file, because all
 * processes were stopped, or the database was unavailable, since it was written. A process of a new
 * container does not replace the files of the one before.
 */
async function removeOld(
  directory: string,
  { files, maxAgeMs }: { files: readonly SnapshotFile[]; maxAgeMs: number },
): Promise<SnapshotFile[]> {
  const latest = files[0]?.mtimeMs ?? 0
  const isOld = ({ name, mtimeMs }: SnapshotFile) => {
    const ageMs = latest - mtimeMs
    return name.endsWith(suffix) ? ageMs > maxAgeMs : draftName.test(name) && ageMs > draftLastsMs
  }
  for (const file of files) {
    if (isOld(file)) await rm(join(directory, file.name), { force: true })
  }
  return files.filter((file) => !isOld(file))
}
