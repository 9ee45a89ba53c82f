import { describeSecret } from './describe-secret.js'
import { isSignedWith } from './is-signed-with.js'
import { listBodyRepairs } from './list-body-repairs.js'
import { listSecretRepairs } from './list-secret-repairs.js'
import { type Bytes, rawBodyAdvice } from './read-body.js'
import type { Secret } from './read-secrets.js'
import type { SignatureHeader } from './read-signatures.js'
import { WebhookError } from './webhook-error.js'

type Mismatch = {
  signatures: readonly SignatureHeader[]
  secrets: readonly Secret[]
  body: Bytes
}

/** Larger than any event. Limits the work that an unauthenticated sender can cause. */
const maxSearchedBytes = 256 * 1024

/**
 * Returns the error for signatures that match no secret: a proven cause, or a list of things to
 * check.
 */
export async function diagnoseMismatch(mismatch: Mismatch): Promise<WebhookError> {
  const isSearched = mismatch.body.length <= maxSearchedBytes
  return (
    (isSearched ? await findSecretMistake(mismatch) : null) ??
    (isSearched ? await findBodyMistake(mismatch) : null) ??
    (await findContradiction(mismatch)) ??
    new WebhookError('signature_wrong', adviseOn(mismatch))
  )
}

async function findSecretMistake(mismatch: Mismatch): Promise<WebhookError | null> {
  const { signatures, secrets, body } = mismatch
  for (const { secret, fix } of secrets.flatMap(listSecretRepairs)) {
    if (!(await isSignedWith(signatures, { secret, body }))) continue
    return new WebhookError(
      'secret_unusable',
      `The signature matches after ${fix}. Correct the secret in your configuration.`,
    )
  }
  return null
}

async function findBodyMistake(mismatch: Mismatch): Promise<WebhookError | null> {
  const { signatures, secrets, body } = mismatch
  for (const repair of listBodyRepairs(body)) {
    for (const secret of secrets) {
      if (!(await isSignedWith(signatures, { secret, body: repair.body }))) continue
      return new WebhookError(
        'body_changed',
        `The signature matches after ${repair.fix}. Pass the body exactly as received. ${rawBodyAdvice}`,
      )
    }
  }
  return null
}

async function findContradiction(mismatch: Mismatch): Promise<WebhookError | null> {
  const { signatures, secrets, body } = mismatch
  for (const secret of secrets) {
    const results = await Promise.all(
      signatures.map((signature) => isSignedWith([signature], { secret, body })),
    )
    const valid = signatures.find((_, index) => results[index] === true)
    const invalid = signatures.find((_, index) => results[index] === false)
    if (valid === undefined || invalid === undefined) continue
    return new WebhookError(
      'headers_contradict',
      `${valid.header} is valid, but ${invalid.header} is not. A proxy may have changed a header. ` +
        'Pass all headers as received; webhook-signature also covers webhook-id and webhook-timestamp.',
    )
  }
  return null
}

function adviseOn({ signatures, secrets, body }: Mismatch): string {
  const headers = signatures.map(({ header }) => header).join(' and ')
  const verb = signatures.length === 1 ? 'does' : 'do'
  const owners = secrets.length === 1 ? 'the secret' : 'any of the secrets'
  const isLossy = new TextDecoder().decode(body).includes('\ufffd')
  return [
    `${headers} ${verb} not match this body with ${owners}.`,
    ...secrets.map(({ text }, index) => `${nameOf(index, secrets)} ${describeSecret(text)}.`),
    'A receipt keeps the key that created it: after a rotation, pass both the new and the old key.',
    ...(isLossy ? ['The body lost characters when it was decoded; pass bytes.'] : []),
    `If the secret is correct, the body was changed. ${rawBodyAdvice}`,
  ].join(' ')
}

function nameOf(index: number, secrets: readonly Secret[]): string {
  return secrets.length === 1 ? 'The secret' : `Secret ${index + 1} of ${secrets.length}`
}
