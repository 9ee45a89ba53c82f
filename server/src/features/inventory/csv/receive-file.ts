import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../lib/errors.js'
import { limits } from '../../../platform/limits/limits.js'
import type { Upload } from './hold-uploads.js'

const maxBytes = limits['import-bodies'].most.request

/**
 * Receives a file, and returns its length and a digest that identifies it.
 *
 * @throws {AppError} `payload_too_large`; `rate_limited` when newer files need the memory; `invalid_input` when the client
 * leaves.
 */
export async function receiveFile(
  payload: IncomingMessage,
  upload: Upload,
): Promise<{ digest: string; bytes: number }> {
  if (Number(payload.headers['content-length']) > maxBytes) throw tooLarge()
  const hash = createHash('sha256')
  let bytes = 0
  try {
    // Destroying the request would close the connection before the response is sent.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge()
      hash.update(chunk)
      upload.add(chunk)
    }
    upload.end()
    return { digest: hash.digest('hex'), bytes }
  } catch (error) {
    if (!payload.errored) throw error
    throw new AppError('invalid_input', 'The request ended before its body was complete.')
  }
}

function tooLarge(): AppError {
  const message = `The file has more than ${maxBytes} bytes. Split it.`
  return new AppError('payload_too_large', message)
}
