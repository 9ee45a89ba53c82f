import type { Bytes } from './read-body.js'
import { WebhookError } from './webhook-error.js'

/** A secret and the HMAC keys that the two signatures derive from it. */
export type Secret = {
  text: string
  /** Key of `X-…-Signature`: the text as it is. */
  service: Bytes
  /**
   * Key of `webhook-signature`: the decoded bytes after `whsec_`, or the text of a developer key.
   */
  standard: Bytes
}

export const endpointPrefix = 'whsec_'

/**
 * Returns the keys of one or several secrets.
 *
 * @throws {WebhookError} `secret_unusable`
 */
export function readSecrets(secret: unknown): Secret[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret]
  if (secrets.length === 0) throw createUnusableError('The list of secrets is empty.')
  return secrets.map(readSecret)
}

/** Returns the keys of a secret, or null when it is invalid. */
export function findKeys(text: string): Secret | null {
  const service = new TextEncoder().encode(text)
  const standard = text.startsWith(endpointPrefix)
    ? decodeBase64(text.slice(endpointPrefix.length))
    : service
  if (service.length === 0 || standard === null || standard.length === 0) return null
  return { text, service, standard }
}

/** Returns the decoded bytes, or null for invalid base64. */
export function decodeBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function readSecret(secret: unknown): Secret {
  if (typeof secret !== 'string') {
    throw createUnusableError(`A secret is ${secret === null ? 'null' : typeof secret}.`)
  }
  if (secret.trim() === '') throw createUnusableError('A secret is empty.')

  const keys = findKeys(secret)
  if (keys !== null) return keys
  throw createUnusableError('The part after whsec_ is not base64: the secret is incomplete.')
}

function createUnusableError(problem: string): WebhookError {
  return new WebhookError(
    'secret_unusable',
    `${problem} Pass the developer key that created the receipt, or the whsec_ secret of the shop's endpoint. ` +
      'If it comes from an environment variable, check that the variable is set.',
  )
}
