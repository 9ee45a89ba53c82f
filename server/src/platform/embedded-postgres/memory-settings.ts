import { totalmem } from 'node:os'

const mebibyte = 1_048_576
/** The defaults of PostgreSQL, in mebibytes. */
const defaults = { buffers: 128, log: 1_024 }
const maxBuffers = 1_024

/**
 * Returns settings of the server for a machine with this much memory, in bytes. Every new row
 * changes pages of several indexes. The server should keep those of large tables in memory, because
 * otherwise it reads and evicts pages for each row, and with frequent checkpoints it often logs
 * whole pages. It takes memory only as its data grows.
 */
export function memorySettings(memoryBytes: number): string[] {
  const eighth = Math.floor(memoryBytes / 8 / mebibyte)
  const buffers = Math.min(maxBuffers, Math.max(defaults.buffers, eighth))
  const log = Math.max(defaults.log, 2 * buffers)
  return [`shared_buffers=${buffers}MB`, `max_wal_size=${log}MB`]
}

/** Returns the bytes of memory of this machine, or of the container if that has fewer. */
export function memoryOfMachine(): number {
  // Zero or undefined without a limit.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}
