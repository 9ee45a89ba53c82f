import { EvidenceError } from './evidence-error.js'

export type Fields = Record<string, unknown>

/**
 * Returns the bytes of a base64 or base64url text.
 *
 * @throws {EvidenceError} `header_malformed`
 */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    throw malformed()
  }
}

/**
 * Returns the JSON object in a base64 or base64url text.
 *
 * @throws {EvidenceError} `header_malformed`
 */
export function fieldsOf(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytesOf(text)))
  } catch {
    throw malformed()
  }
  if (!isFields(value)) throw malformed()
  return value
}

/**
 * Returns the content of the extension `offer-receipt` of a challenge or a settlement response, or
 * an empty object.
 */
export function evidenceOf({ extensions }: Fields): Fields {
  const extension = isFields(extensions) ? extensions['offer-receipt'] : null
  const info = isFields(extension) ? extension['info'] : null
  return isFields(info) ? info : {}
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function malformed(): EvidenceError {
  return new EvidenceError(
    'header_malformed',
    'The header is not the base64 text of a JSON object. Pass it as received.',
  )
}
