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
 * and each job run their own. Secrets are hidden twice: fields by their name, and in the finished
 * line, whatever part of it they got into, by their form.
 */
export function createLogger(level: Config['logLevel'], stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) },
      // `redact` has made plain data of errors already.
      serializers: { err: (error) => error },
      hooks: { streamWrite: redactText },
    },
    stream,
  )
}
