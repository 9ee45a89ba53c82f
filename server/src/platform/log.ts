import {
  type DestinationStream,
  destination,
  type LoggerOptions,
  type Logger as PinoLogger,
  pino,
} from 'pino'
import { redact, redactText } from '../lib/redact.js'
import type { Config } from './config/config.js'

export type Logger = PinoLogger

export type LogFormat = 'pretty' | 'json'

type LogStream = DestinationStream & { flushSync(): void }

/**
 * Marks a recurring line: `log.info({ job, ...routine }, 'job ran')`. The pretty format shows it
 * only at level debug. JSON lines do not contain the mark.
 */
const isRoutine = Symbol('routine')
export const routine = { [isRoutine]: true }

const flushAfterMs = 200

/** Opens standard output for JSON lines, buffered to not delay requests. Flush it at the end. */
export function createLogStream(): LogStream {
  const stream = destination({ dest: 1, sync: false, minLength: 4_096 })
  const write = stream.write.bind(stream)
  let isFlushDue = false
  // The stream's own periodic flush makes a system call even when there is nothing to write.
  stream.write = (line) => {
    if (!isFlushDue) setTimeout(flush, flushAfterMs).unref()
    isFlushDue = true
    return write(line)
  }
  function flush() {
    isFlushDue = false
    stream.flush()
  }
  return stream
}

/** Opens standard output for readable lines, each written at once and in order. */
export async function createPrettyLogStream(options: {
  environment: Readonly<Record<string, string | undefined>>
  isTerminal: boolean
}): Promise<LogStream> {
  const { formatLine, wantsColor } = await import('./pretty-log.js')
  const hasColor = wantsColor(options.environment, options.isTerminal)
  const output = destination({ dest: 1, sync: true })
  return {
    write: (line) => output.write(formatLine(line, { hasColor })),
    flushSync: () => output.flushSync(),
  }
}

/**
 * Creates the root logger. Child loggers add a correlation id: of the request, the process or the
 * job run. Secrets are hidden twice: fields by name, and anywhere in the finished line by pattern.
 */
export function createLogger(
  level: Config['logLevel'],
  stream: DestinationStream,
  format: LogFormat = 'json',
): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) },
      // `redact` has already converted errors to plain data.
      serializers: { err: (error) => error },
      hooks: {
        streamWrite: redactText,
        ...(format === 'pretty' && { logMethod: hideRoutine }),
      },
    },
    stream,
  )
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Drops routine lines unless the logger is at debug. */
const hideRoutine: LogMethod = function (args, method) {
  const fields: unknown = args[0]
  const isHidden = typeof fields === 'object' && fields !== null && isRoutine in fields
  if (isHidden && !this.isLevelEnabled('debug')) return
  method.apply(this, args)
}
