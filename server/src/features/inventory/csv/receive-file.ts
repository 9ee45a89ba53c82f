import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { limits } from '../../../platform/limits/limits.js'
import type { Upload } from './hold-uploads.js'

const maxBytes = limits['import-bodies'].max.request

/**
 * Receives a file, and returns its length and a digest that identifies it.
 *
 * @throws {AppError} `payload_too_large`; `rate_limited` when newer files need the memory;
 *   `invalid_input` when the client leaves.
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
    throw invalidInput('The request ended before its body was complete.')
  }
}

function tooLarge(): AppError {
  const message = `The file has more than ${maxBytes} bytes. Split it.`
  return new AppError('payload_too_large', message)
}

/**
 * Decodes the text of a file.
 *
 * @throws {AppError} `invalid_input` when it is not text.
 */
export function* decodeText(parts: Iterable<Buffer>): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for (const part of parts) yield decode(decoder, part)
  yield decode(decoder, null)
}

/** The last call, without a part, detects half a character. */
function decode(decoder: InstanceType<typeof TextDecoder>, part: Buffer | null): string {
  const text = tryDecode(decoder, part)
  if (text === null) throw invalidInput('The file is not UTF-8. Save it as "CSV UTF-8".')
  // PostgreSQL cannot store NUL.
  if (text.includes('\0')) throw invalidInput('Text must be valid Unicode without NUL characters.')
  return text
}

function tryDecode(decoder: InstanceType<typeof TextDecoder>, part: Buffer | null): string | null {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode()
  } catch {
    return null
  }
}
