import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../lib/errors.js'
import type { Config } from '../../../platform/config/config.js'
import { limits } from '../../../platform/limits/limits.js'
import { type ImportFile, readRows } from './read-rows.js'

const maxBytes = limits['import-bodies'].most.request

/**
 * Reads a CSV file while it arrives, and returns its rows, its length and a digest that identifies it. Reads to the
 * end even if the file is invalid, because many clients send everything before they read the response.
 *
 * @throws {AppError} `payload_too_large`; `invalid_input` when it is not text, or the client leaves.
 */
export async function receiveFile(
  payload: IncomingMessage,
  mode: Config['mode'],
): Promise<{ file: ImportFile; digest: string; bytes: number }> {
  if (Number(payload.headers['content-length']) > maxBytes) throw tooLarge()
  const hash = createHash('sha256')
  try {
    let bytes = 0
    const count = (length: number) => {
      bytes += length
      if (bytes > maxBytes) throw tooLarge()
    }
    const file = await readRows(readText(payload, { hash, count }), mode)
    return { file, digest: hash.digest('hex'), bytes }
  } catch (error) {
    if (!payload.errored) throw error
    throw new AppError('invalid_input', 'The request ended before its body was complete.')
  }
}

async function* readText(
  payload: IncomingMessage,
  { hash, count }: { hash: { update(chunk: Buffer): void }; count: (bytes: number) => void },
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let flaw: AppError | null = null
  // Destroying the request would close the connection before the response is sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    count(chunk.length)
    if (flaw) continue
    hash.update(chunk)
    const text = decode(decoder, chunk)
    flaw = findFlaw(text)
    if (text !== null && !flaw) yield text
  }
  flaw ??= findFlaw(decode(decoder, null))
  if (flaw) throw flaw
}

/** Returns null if the bytes are not UTF-8. The last call, without a chunk, detects half a character. */
function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | null): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    return null
  }
}

function findFlaw(text: string | null): AppError | null {
  if (text === null) {
    return new AppError('invalid_input', 'The file is not UTF-8. Save it as "CSV UTF-8".')
  }
  // PostgreSQL cannot store NUL.
  return text.includes('\0')
    ? new AppError('invalid_input', 'Text must be valid Unicode without NUL characters.')
    : null
}

function tooLarge(): AppError {
  const message = `The file has more than ${maxBytes} bytes. Split it.`
  return new AppError('payload_too_large', message)
}
