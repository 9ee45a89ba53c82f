import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Logger } from '../log.js'
import { seal, unseal } from '../secrets/seal.js'
import type { FactGroup } from './snapshot.js'

/** The groups of a snapshot on disk, one encrypted file each. Processes with the same directory share them. */
export type SnapshotFiles = {
  /** Writes a group to a file, by default of its own name. */
  write(group: FactGroup, file?: string): Promise<void>
  remove(name: string): Promise<void>
  /** Reads all groups up to `maxBytes`, those written last first. Damaged files are reported and left out. */
  read(maxBytes: number): Promise<FactGroup[]>
}

const suffix = '.snapshot'
const gone = { size: 0, mtimeMs: 0 }

/** Opens the files of a directory, which is created with the first one. */
export function openSnapshotFiles(options: {
  directory: string
  key: Uint8Array
  log: Logger
}): SnapshotFiles {
  const { directory, key, log } = options
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
    remove: (name) => rm(pathOf(name), { force: true }),
    async read(maxBytes) {
      const groups: FactGroup[] = []
      let bytes = 0
      for (const { file, size } of await listNewest(directory)) {
        bytes += size
        if (bytes > maxBytes) break
        const group = await readGroup(file)
        if (group) groups.push(group)
      }
      return groups
    },
  }
}

async function listNewest(directory: string): Promise<{ file: string; size: number }[]> {
  const names = await readdir(directory).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(suffix))
      .map(async (file) => {
        // Another process may have removed the file.
        const { size, mtimeMs } = await stat(join(directory, file)).catch(() => gone)
        return { file, size, mtimeMs }
      }),
  )
  return files.filter(({ mtimeMs }) => mtimeMs > 0).sort((a, b) => b.mtimeMs - a.mtimeMs)
}
