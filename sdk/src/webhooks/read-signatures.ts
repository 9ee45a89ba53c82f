import type { HeaderSets, ServiceHeaders, StandardHeaders } from './find-header-sets.js'
import type { Bytes } from './read-body.js'
import { decodeBase64, type Secret } from './read-secrets.js'
import { WebhookError } from './webhook-error.js'

/** A signature header. It is valid when one of its signatures matches. */
export type SignatureHeader = {
  header: string
  /** The form of the secret that is the HMAC key. */
  keyForm: Exclude<keyof Secret, 'text'>
  signatures: Bytes[]
  /** The signed bytes before the body. */
  signedPrefix: Bytes
}

const hexForm = /^sha256=([0-9a-f]{64})$/
// 32 bytes in base64. The last two bits must be zero, so that each signature has one spelling.
const base64Form = /^v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/
/** Limits the signatures that an unauthenticated sender can make us compute. */
const maxSignatures = 8

/**
 * Parses the signature headers. All of them must be valid.
 *
 * @throws {WebhookError} `signature_malformed`
 */
export function readSignatures({ service, standard }: HeaderSets): SignatureHeader[] {
  return [
    ...(service === null ? [] : [readService(service)]),
    ...(standard === null ? [] : [readStandard(standard)]),
  ]
}

function readService({ prefix, signature }: ServiceHeaders): SignatureHeader {
  const header = `${prefix}-signature`
  const hex = hexForm.exec(signature)?.[1]
  if (hex === undefined) throw createMalformedError(header, describeHexMistake(signature))
  return {
    header,
    keyForm: 'service',
    signatures: [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))],
    signedPrefix: new Uint8Array(),
  }
}

function describeHexMistake(signature: string): string {
  if (!signature.startsWith('sha256=')) return 'It does not start with sha256=.'
  const hex = signature.slice('sha256='.length)
  return hex.length === 64
    ? 'The part after sha256= contains characters other than 0-9 and a-f.'
    : `The part after sha256= has ${hex.length} characters instead of 64.`
}

function readStandard({ id, timestamp, signature }: StandardHeaders): SignatureHeader {
  const header = 'webhook-signature'
  const listed = signature.split(' ').filter((item) => item.startsWith('v1,'))
  if (listed.length === 0) {
    throw createMalformedError(header, 'It contains no signature that starts with v1,.')
  }
  if (listed.length > maxSignatures) {
    throw createMalformedError(header, `It contains more than ${maxSignatures} signatures.`)
  }

  const decoded = listed.flatMap((item) => decodeBase64(base64Form.exec(item)?.[1] ?? '') ?? [])
  const signatures = decoded.filter(({ length }) => length > 0)
  if (signatures.length === 0) {
    throw createMalformedError(header, 'The part after v1, is not 32 bytes in base64.')
  }
  const signedPrefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  return { header, keyForm: 'standard', signatures, signedPrefix }
}

function createMalformedError(header: string, problem: string): WebhookError {
  return new WebhookError(
    'signature_malformed',
    `${header} is not a valid signature. ${problem} Pass the header exactly as received.`,
  )
}
