import { createHash } from 'node:crypto'
import type { ReceiptSheet } from './sheet.js'

/** Files by version, the least recently used first. */
export type PrintedFiles = {
  find(version: string): Buffer | null
  add(version: string, file: Buffer): void
}

/** Creates a cache of printed files that holds at most `maxBytes`. */
export function createPrintedFiles({ maxBytes }: { maxBytes: number }): PrintedFiles {
  const files = new Map<string, Buffer>()
  let bytes = 0

  function remove(version: string): void {
    bytes -= files.get(version)?.length ?? 0
    files.delete(version)
  }

  return {
    find(version) {
      const file = files.get(version)
      if (!file) return null
      files.delete(version)
      files.set(version, file)
      return file
    },
    add(version, file) {
      remove(version)
      if (file.length > maxBytes) return
      files.set(version, file)
      bytes += file.length
      for (const oldest of files.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
  }
}

/** Returns the version of a sheet: equal sheets have equal versions, and print to equal files. */
export function versionOf(sheet: ReceiptSheet): string {
  return createHash('sha256').update(JSON.stringify(sheet)).digest('base64url')
}
