import { redactText } from '../../../lib/redact.js'
import type { ResponseStart } from '../../../platform/outbound/exchange.js'
import type { Signatures } from '../../../platform/outbound/sign-body.js'
import type { AttemptResponse } from '../delivery.js'

const maxBodyBytes = 2_048
const maxTypeLength = 100
const replacement = '\ufffd'
const hidden = '[hidden]'

/** Control characters except tabs and line breaks, and those that change the order of text. */
const unprintable = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns the start of a receiver's response as text that is safe to store and show. A receiver may
 * echo its request, so the secrets and signatures in it are hidden, before the text is cut.
 */
export function readResponse(
  { contentType, body, isComplete }: ResponseStart,
  signatures: Signatures,
): AttemptResponse {
  const clean = (text: string) => hideSignatures(redactText(text), signatures)
  const type = contentType === null ? null : clean(toPrintable(contentType)).slice(0, maxTypeLength)
  // A character that the end of a part cuts in two is left out.
  const text = new TextDecoder().decode(body, { stream: !isComplete })
  if (isBinary(text)) return { contentType: type, body: null, isTruncated: !isComplete }

  const cleaned = clean(toPrintable(text))
  const cut = cutBytes(cleaned)
  return { contentType: type, body: cut, isTruncated: !isComplete || cut !== cleaned }
}

function toPrintable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, replacement)
}

/** Returns whether a text holds a zero byte, or more than a tenth of it is not UTF-8. */
function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  return text.split(replacement).length - 1 > text.length / 10
}

/** Also as part of JSON and of a URL, which write some characters of a signature differently. */
function hideSignatures(text: string, { signature, standardSignature }: Signatures): string {
  const values = [signature, ...standardSignature.split(' ')]
    // Without its version, as it is compared.
    .map((value) => value.replace(/^(sha256=|v1,)/, ''))
    .flatMap((value) => [value, value.replaceAll('/', '\\/'), encodeURIComponent(value)])
  return values.reduce((result, value) => result.replaceAll(value, hidden), text)
}

function cutBytes(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBodyBytes) return text
  return new TextDecoder().decode(bytes.subarray(0, maxBodyBytes), { stream: true })
}
