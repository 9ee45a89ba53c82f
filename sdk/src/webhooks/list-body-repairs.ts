import type { Bytes } from './read-body.js'
import { decodeBase64 } from './read-secrets.js'

/** A body as it may have been before something changed it. */
export type BodyRepair = {
  body: Bytes
  /** What to undo, to follow "once". */
  undo: string
}

const mark = '\ufeff'

/** What a body may have been before the usual accidents. Not one of them is the body itself. */
export function listBodyRepairs(body: Bytes): BodyRepair[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const repairs: [string, string | Bytes | null][] = [
    ['the byte order mark at its start is removed', text.replace(mark, '')],
    ['the line break at its end is removed', text.replace(/\r?\n$/, '')],
    // To JavaScript a byte order mark is white space, too.
    ['all white space around it is removed', text.trim()],
    ['its JSON is written without added spaces and escapes, as it was sent', writeAgain(text)],
    ['it is taken out of the JSON text it was wrapped in', unwrap(text)],
    ['it is decoded from base64 (isBase64Encoded in a cloud function)', decodeWhole(text)],
    ['it is no longer read as Latin-1, but as bytes', encodeLatin1(text)],
  ]
  return repairs.flatMap(([undo, repaired]) => {
    if (repaired === null || repaired === text) return []
    const bytes = typeof repaired === 'string' ? new TextEncoder().encode(repaired) : repaired
    return bytes.length === 0 ? [] : [{ body: bytes, undo }]
  })
}

function writeAgain(text: string): string | null {
  return attempt(() => {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : null
  })
}

function unwrap(text: string): string | null {
  return attempt(() => {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : null
  })
}

/** Not all that comes is JSON, and what is nested very deeply can be read but not written. */
function attempt(repair: () => string | null): string | null {
  try {
    return repair()
  } catch {
    return null
  }
}

function decodeWhole(text: string): Bytes | null {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? decodeBase64(text) : null
}

function encodeLatin1(text: string): Bytes | null {
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0)
  if (!codes.some((code) => code > 0x7f) || codes.some((code) => code > 0xff)) return null
  return Uint8Array.from(codes)
}
