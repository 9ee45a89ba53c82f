import type { ServerResponse } from 'node:http'
import { stillThere } from './begin-event-stream.js'

/**
 * Keeps a stream open until its listener leaves or it is ended. Who does not read at all is left, and can come back
 * with the last event it knows.
 */
export function keepEventStream(
  response: ServerResponse,
  options: { stillThereMs: number; onDrain: () => void; onClose: () => void },
): { end(): void } {
  const timer = setInterval(() => {
    if (response.writableNeedDrain) response.destroy()
    else response.write(stillThere)
  }, options.stillThereMs)

  response.on('drain', options.onDrain)
  response.once('close', () => {
    clearInterval(timer)
    options.onClose()
  })
  // A connection that breaks closes as well, and that is all there is to do.
  response.on('error', () => {})

  return {
    end() {
      clearInterval(timer)
      // Who does not read would never let it end.
      if (response.writableNeedDrain) response.destroy()
      else response.end()
    },
  }
}
