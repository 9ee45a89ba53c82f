import { describeSecret } from './describe-secret.js'
import { isSignedWith } from './is-signed-with.js'
import { listBodyRepairs } from './list-body-repairs.js'
import { listSecretRepairs } from './list-secret-repairs.js'
import { type Bytes, rawBodyAdvice } from './read-body.js'
import type { Claim } from './read-claims.js'
import type { Secret } from './read-secrets.js'
import { WebhookError } from './webhook-error.js'

type Refused = { claims: readonly Claim[]; secrets: readonly Secret[]; body: Bytes }

/** Far more than an event has. Looking for the mistake in more would be work that a stranger can order. */
const maxSearchedBytes = 256 * 1024

/** The error for signatures that no secret made: the mistake itself where one explains them, else what to check. */
export async function findMistake(refused: Refused): Promise<WebhookError> {
  const isSearched = refused.body.length <= maxSearchedBytes
  return (
    (isSearched ? await findSecretMistake(refused) : null) ??
    (isSearched ? await findBodyMistake(refused) : null) ??
    (await findContradiction(refused)) ??
    new WebhookError('signature_wrong', adviseOn(refused))
  )
}

async function findSecretMistake({ claims, secrets, body }: Refused): Promise<WebhookError | null> {
  for (const { secret, undo } of secrets.flatMap(listSecretRepairs)) {
    if (!(await isSignedWith(claims, { secret, body }))) continue
    return new WebhookError(
      'secret_unusable',
      `The signature is right once ${undo}. Correct it where the secret is kept.`,
    )
  }
  return null
}

async function findBodyMistake({ claims, secrets, body }: Refused): Promise<WebhookError | null> {
  for (const repair of listBodyRepairs(body)) {
    for (const secret of secrets) {
      if (!(await isSignedWith(claims, { secret, body: repair.body }))) continue
      return new WebhookError(
        'body_changed',
        `The signature is right for the body once ${repair.undo}. Pass the body as it came. ${rawBodyAdvice}`,
      )
    }
  }
  return null
}

async function findContradiction({ claims, secrets, body }: Refused): Promise<WebhookError | null> {
  for (const secret of secrets) {
    const verdicts = await Promise.all(
      claims.map((claim) => isSignedWith([claim], { secret, body })),
    )
    const right = claims.find((_, index) => verdicts[index] === true)
    const wrong = claims.find((_, index) => verdicts[index] === false)
    if (right === undefined || wrong === undefined) continue
    return new WebhookError(
      'headers_contradict',
      `${right.header} is right and ${wrong.header} is wrong. Something on the way has changed a header ` +
        '(webhook-signature covers webhook-id and webhook-timestamp, too); pass all of them as they came.',
    )
  }
  return null
}

function adviseOn({ claims, secrets, body }: Refused): string {
  const headers = claims.map(({ header }) => header).join(' and ')
  const verb = claims.length === 1 ? 'is' : 'are'
  const owners = secrets.length === 1 ? 'the secret' : 'any of the secrets'
  const isLossy = new TextDecoder().decode(body).includes('\ufffd')
  return [
    `${headers} ${verb} not of ${owners} and this body.`,
    ...secrets.map(({ text }, index) => `${nameOf(index, secrets)} ${describeSecret(text)}.`),
    'A receipt keeps the key it was made with: after a rotation, pass the old key as well as the new one.',
    ...(isLossy ? ['The body has characters that were lost when it was decoded; pass bytes.'] : []),
    `If the secret is right, the body is not as it came. ${rawBodyAdvice}`,
  ].join(' ')
}

function nameOf(index: number, secrets: readonly Secret[]): string {
  return secrets.length === 1 ? 'The secret' : `Secret ${index + 1} of ${secrets.length}`
}
