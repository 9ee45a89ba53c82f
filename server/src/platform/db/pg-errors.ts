import { CallAbandoned } from './call-watch.js'

/** Classifies an error of the driver by what the caller and its connection should do. */
export type PgErrorKind =
  /** The connection is lost or unusable. */
  | 'connection'
  /** No connection was free, the statement timed out, or the server lacks memory or disk space. */
  | 'overloaded'
  /** The transaction must be retried. */
  | 'retry'
  /** The call was given up: its connection is unusable, but others may work. */
  | 'abandoned'
  /** The statement itself failed, e.g. by a violated constraint or invalid SQL. */
  | 'statement'

const retryStates = ['40001', '40P01']

/**
 * 08: connection exceptions. 53300: too many connections. 57P01 to 57P03 and 57P05: the server is
 * stopping, starting or closed an idle session. 57P04: the database was dropped. 25006: a former
 * primary that is now read-only.
 */
const connectionStates = /^(08...|53300|57P0[1-5]|25006)$/

const socketErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EADDRNOTAVAIL',
  'EHOSTDOWN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]

/** Conditions that the driver reports only by message. */
const connectionMessages =
  /Connection terminated|Client has encountered a connection error|Client was closed|^timeout expired$/

/** A timer of the driver, which also expires if the process is too busy to read a response. */
const timerMessage = /^(Connection terminated due to connection timeout|timeout expired)$/

/** The driver's queue for a free connection timed out. */
const queueMessage = /timeout exceeded when trying to connect/

/**
 * 57014: the server canceled the statement at its timeout. 53: it lacks disk space or memory. 58000
 * and 58030: its operating system or disk failed. Another statement, or the same one later, may
 * succeed.
 */
const overloadStates = /^(57014|53...|58000|58030)$/

/** Classifies an error by its code or, without one, by its message. */
export function kindOfPgError(error: unknown): PgErrorKind {
  if (error instanceof CallAbandoned) return 'abandoned'
  if (!(error instanceof Error)) return 'statement'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''

  if (retryStates.includes(code)) return 'retry'
  if (connectionStates.test(code) || socketErrors.includes(code)) return 'connection'
  if (overloadStates.test(code) || queueMessage.test(error.message)) return 'overloaded'
  if (connectionMessages.test(error.message)) return 'connection'
  return 'statement'
}

/** Returns whether the driver's own timer expired: the database may have responded in time. */
export function isDriverTimeout(error: unknown): boolean {
  return error instanceof Error && timerMessage.test(error.message)
}
