import { AppError } from '../../../lib/errors.js'

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
  if (text === null) {
    throw new AppError('invalid_input', 'The file is not UTF-8. Save it as "CSV UTF-8".')
  }
  // PostgreSQL cannot store NUL.
  if (text.includes('\0')) {
    throw new AppError('invalid_input', 'Text must be valid Unicode without NUL characters.')
  }
  return text
}

function tryDecode(decoder: InstanceType<typeof TextDecoder>, part: Buffer | null): string | null {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode()
  } catch {
    return null
  }
}
