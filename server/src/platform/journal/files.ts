import { mkdir, open, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that is only appended to. */
export type JournalFile = {
  append(bytes: Uint8Array): Promise<void>
  /** Returns when everything appended survives a power failure. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}

/** The part of a file system that the journal uses. */
export type JournalFiles = {
  /** Creates a directory and its parents. They survive a power failure. */
  makeDirectory(path: string): Promise<void>
  /** Creates a file, whose name survives a power failure. Fails if it exists. */
  create(path: string): Promise<JournalFile>
  read(path: string): Promise<Buffer>
  /** Returns the names in a directory, sorted. Empty if there is no such directory. */
  list(path: string): Promise<string[]>
  remove(path: string): Promise<void>
  /** Removes a directory if it is empty. */
  removeDirectory(path: string): Promise<void>
}

/** The real file system. */
export const nodeFiles: JournalFiles = {
  async makeDirectory(path) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await syncDirectory(dirname(path))
    await syncDirectory(dirname(dirname(path)))
  },
  async create(path) {
    const handle = await open(path, 'ax', 0o600)
    await syncDirectory(dirname(path)).catch(async (error) => {
      await handle.close()
      throw error
    })
    return {
      append: (bytes) => handle.appendFile(bytes),
      sync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    }
  },
  read: (path) => readFile(path),
  async list(path) {
    try {
      return (await readdir(path)).sort()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return []
      throw error
    }
  },
  remove: (path) => rm(path, { force: true }),
  removeDirectory: (path) => rmdir(path).catch(() => {}),
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
