import { EvidenceError } from './evidence-error.js'
import { bytesOf, type Fields, fieldsOf, isFields } from './fields.js'
import { type EvidenceIssuer, getKey } from './get-key.js'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Verifies a signed offer or receipt and returns the signed fields.
 *
 * @throws {EvidenceError} `header_malformed`, `signature_missing`, `signature_wrong`,
 *   `issuer_wrong`, `key_unavailable`, `key_unknown`
 */
export async function verifyStatement(signed: unknown, issuer: EvidenceIssuer): Promise<Fields> {
  const text = isFields(signed) ? signed['signature'] : undefined
  if (!isFields(signed) || signed['format'] !== 'jws' || typeof text !== 'string') {
    throw new EvidenceError(
      'signature_missing',
      'There is no signature in the format jws. Pass the header that the service sent.',
    )
  }

  const [header = '', payload = '', signature = '', ...rest] = text.split('.')
  if (rest.length > 0) throw wrongSignature()
  const { alg, kid } = fieldsOf(header)
  // The sender must not choose how the signature is checked.
  if (alg !== 'ES256' || typeof kid !== 'string') throw wrongSignature()

  const jwk = await getKey(kid, issuer)
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  const isValid = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    bytesOf(signature),
    new TextEncoder().encode(`${header}.${payload}`),
  )
  if (!isValid) throw wrongSignature()

  const fields = fieldsOf(payload)
  requireOwnResource(fields['resourceUrl'], issuer.baseUrl)
  return fields
}

function requireOwnResource(resourceUrl: unknown, baseUrl: string): void {
  const base = baseUrl.replace(/\/+$/, '')
  if (typeof resourceUrl === 'string' && resourceUrl.startsWith(`${base}/`)) return
  throw new EvidenceError(
    'issuer_wrong',
    `The signature is for ${String(resourceUrl)}, which is not a URL of ${base}. Check baseUrl, or do not trust the sender.`,
  )
}

function wrongSignature(): EvidenceError {
  return new EvidenceError(
    'signature_wrong',
    'The signature does not match. The text was changed after the service signed it. Do not trust it.',
  )
}
