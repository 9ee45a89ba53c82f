import type { Bytes } from './read-body.js'
import { decodeBase64 } from './read-secrets.js'

/** A body as it may have been before it was changed. */
export type BodyRepair = {
  body: Bytes
  /** The correction, phrased to follow "after". */
  fix: string
}

const byteOrderMark = '\ufeff'

/** Returns the body with common changes undone. Omits corrections that change nothing. */
export function listBodyRepairs(body: Bytes): BodyRepair[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const repairs: [string, string | Bytes | null][] = [
    ['removing the byte order mark at the start of the body', text.replace(byteOrderMark, '')],
    ['removing the line break at the end of the body', text.replace(/\r?\n$/, '')],
    // JavaScript also treats a byte order mark as white space.
    ['removing the white space around the body', text.trim()],
    ['removing added spaces and escapes from the JSON', serializeAgain(text)],
    ['unwrapping the body from a JSON string', unwrap(text)],
    ['decoding the body from base64 (isBase64Encoded in a cloud function)', decodeText(text)],
    ['reading the body as bytes instead of Latin-1', encodeLatin1(text)],
  ]
  return repairs.flatMap(([fix, repaired]) => {
    if (repaired === null || repaired === text) return []
    const bytes = typeof repaired === 'string' ? new TextEncoder().encode(repaired) : repaired
    return bytes.length === 0 ? [] : [{ body: bytes, fix }]
  })
}

function serializeAgain(text: string): string | null {
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

/** Returns null for invalid JSON, and for nesting too deep to serialize. */
function attempt(repair: () => string | null): string | null {
  try {
    return repair()
  } catch {
    return null
  }
}

function decodeText(text: string): Bytes | null {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? decodeBase64(text) : null
}

function encodeLatin1(text: string): Bytes | null {
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0)
  if (!codes.some((code) => code > 0x7f) || codes.some((code) => code > 0xff)) return null
  return Uint8Array.from(codes)
}
