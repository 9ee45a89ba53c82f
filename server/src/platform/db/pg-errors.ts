/** Classifies an error of the driver by what the caller and its connection should do. */
export type PgErrorKind =
  /** The connection is lost or unusable. */
  | 'connection'
  /** No connection was free, or the statement timed out. */
  | 'overloaded'
  /** The transaction must be retried. */
  | 'retry'
  /** The statement itself failed, e.g. by a violated constraint or invalid SQL. */
  | 'statement'

const retryStates = ['40001', '40P01']

/**
 * 08: connection exceptions. 53300: too many connections. 57P01 to 57P03 and 57P05: the server is stopping, starting
 * or closed an idle session. 25006: a former primary that is now read-only.
 */
const connectionStates = /^(08...|53300|57P01|57P02|57P03|57P05|25006)$/

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
  /Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed/

/** Timers of the driver, which also expire when the process itself was too busy to read a response. */
const timerMessages = /^(Query read timeout|Connection terminated due to connection timeout)$/

/** The driver's queue for a free connection timed out. */
const queueMessage = /timeout exceeded when trying to connect/

/** The server canceled the statement at its timeout. */
const statementTimeout = '57014'

/** Classifies an error by its code or, without one, by its message. */
export function kindOfPgError(error: unknown): PgErrorKind {
  if (!(error instanceof Error)) return 'statement'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''

  if (retryStates.includes(code)) return 'retry'
  if (connectionStates.test(code) || socketErrors.includes(code)) return 'connection'
  if (code === statementTimeout || queueMessage.test(error.message)) return 'overloaded'
  if (connectionMessages.test(error.message)) return 'connection'
  return 'statement'
}

/** Returns whether the driver gave up by its own timer, so the database may have responded in time. */
export function isDriverTimeout(error: unknown): boolean {
  return error instanceof Error && timerMessages.test(error.message)
}
