import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type MediaFiles, pathOf } from './media-files.js'

/** Keeps pictures in a directory, which every process of the service must reach. */
export function createDirectoryFiles(directory: string): MediaFiles {
  return {
    async put(file, content) {
      const path = join(directory, pathOf(file))
      await mkdir(dirname(path), { recursive: true })
      // Renamed when complete, so that no reader sees a part of it.
      const unfinished = `${path}.${randomUUID()}`
      await writeFile(unfinished, content, { flush: true })
      await rename(unfinished, path)
    },
    async find(file) {
      try {
        return await readFile(join(directory, pathOf(file)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    delete: (file) => rm(join(directory, pathOf(file)), { force: true }),
  }
}
