import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino'
import { redact, redactText } from '../lib/redact.js'
import type { Config } from './config/config.js'

export type Logger = PinoLogger

/** Standard output, written in blocks: logging must not slow down answering. Flush it at the end. */
export function createLogStream() {
  return destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 })
}

/**
 * The one logger. It carries no correlation id yet: the HTTP server adds the request's, the process
 * and each job run their own.
 */
export function createLogger(level: Config['logLevel'], stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) },
      serializers: { err: describeError },
    },
    stream,
  )
}

/** Name, message, code and stack, scrubbed: drivers like to repeat addresses with passwords. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact({ error })['error']
  return {
    type: error.name,
    message: redactText(error.message),
    code: 'code' in error ? error.code : undefined,
    stack: redactText(error.stack ?? ''),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  }
}
