import type { ServerResponse } from 'node:http'
import { keepAliveComment } from './begin-event-stream.js'

/**
 * Keeps a stream open until the client leaves or the stream is ended. A client that stops reading is disconnected; it
 * can reconnect with its last event id.
 */
export function keepEventStream(
  response: ServerResponse,
  options: { keepAliveMs: number; onDrain: () => void; onClose: () => void },
): { end(): void } {
  const timer = setInterval(() => {
    if (response.writableNeedDrain) response.destroy()
    else response.write(keepAliveComment)
  }, options.keepAliveMs)

  response.on('drain', options.onDrain)
  response.once('close', () => {
    clearInterval(timer)
    options.onClose()
  })
  // A broken connection also emits `close`, which is handled above.
  response.on('error', () => {})

  return {
    end() {
      clearInterval(timer)
      // A client that does not read would never receive the end.
      if (response.writableNeedDrain) response.destroy()
      else response.end()
    },
  }
}
