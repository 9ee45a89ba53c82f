import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { now } from '../../test/context.js'
import { developerKey, endpointSecret, signWebhook } from '../../test/sign-webhook.js'
import { verifyWebhook, type WebhookInput } from './verify-webhook.js'
import { WebhookError } from './webhook-error.js'

const secret = developerKey
const body = JSON.stringify({
  event: 'receipt.status_updated',
  receiptId: 'R-1',
  status: 'paid',
  timestamp: now,
  metadata: { name: 'Zoë', path: 'a/b' },
})
const headers = signWebhook(body)

describe('diagnoseMismatch', () => {
  test('default', async () => {
    expect(await diagnosisOf({ secret: developerKey.replace('tly_test', 'tly_live') })).toEqual({
      code: 'signature_wrong',
      message: expect.stringMatching(
        /^x-service-signature and webhook-signature do not match this body with the secret\. The secret is a developer key, but not the one that created this receipt.* pass both the new and the old key\..*express\.raw/,
      ),
    })
  })

  test.each([
    ['a trailing space', `${secret} `, 'removing the white space around the secret'],
    ['a trailing line break', `${secret}\n`, 'removing the white space around the secret'],
    ['quotes around it', `"${secret}"`, 'removing the quotes around the secret'],
    ['quotes and a line break', `'${secret}'\r\n`, 'removing the quotes around the secret'],
  ])('error: detects a secret with %s', async (_, secretValue, fix) => {
    expect(await diagnosisOf({ secret: ['tly_test_other', secretValue] })).toEqual({
      code: 'secret_unusable',
      message: `The signature matches after ${fix}. Correct the secret in your configuration.`,
    })
  })

  test.each([
    ['without its prefix', endpointSecret.slice(6), 'restoring the prefix whsec_ of the secret'],
    ['with a line break', `${endpointSecret}\n`, 'removing the white space around the secret'],
  ])('error: detects an endpoint secret %s', async (_, secretValue, fix) => {
    const signed = signWebhook(body, { secret: endpointSecret })
    const { code, message } = await diagnosisOf({ headers: signed, secret: secretValue })
    expect(code).toBe('secret_unusable')
    expect(message).toContain(fix)
  })

  test.each<[string, WebhookInput['body'], string]>([
    ['has a byte order mark', `\ufeff${body}`, 'removing the byte order mark at the start'],
    ['has a line break', `${body}\n`, 'removing the line break at the end'],
    ['has a Windows line break', `${body}\r\n`, 'removing the line break at the end'],
    ['has both', `\ufeff${body}\n`, 'removing the white space around the body'],
    ['has a space', `${body} `, 'removing the white space around the body'],
    [
      'was serialized with spaces',
      JSON.stringify(JSON.parse(body), null, 2),
      'removing added spaces',
    ],
    [
      'was serialized with escapes',
      body.replace('ë', '\\u00eb').replace('/', '\\/'),
      'removing added spaces and escapes',
    ],
    ['was serialized twice', JSON.stringify(body), 'unwrapping the body from a JSON string'],
    ['is base64', Buffer.from(body).toString('base64'), 'decoding the body from base64'],
    ['was decoded as Latin-1', Buffer.from(body).toString('latin1'), 'bytes instead of Latin-1'],
  ])('error: detects a body that %s', async (_, receivedBody, fix) => {
    const { code, message } = await diagnosisOf({
      body: receivedBody,
      secret: ['tly_test_other', secret],
    })
    expect(code).toBe('body_changed')
    expect(message).toContain('The signature matches after')
    expect(message).toContain(fix)
  })

  test('error: reports one valid and one invalid signature', async () => {
    const changed = { ...headers, 'webhook-id': 'msg_1' }
    const { code, message } = await diagnosisOf({ headers: changed })
    expect(code).toBe('headers_contradict')
    expect(message).toContain('x-service-signature is valid, but webhook-signature is not')
  })

  test('error: reports a body that lost characters', async () => {
    const { code, message } = await diagnosisOf({ body: body.replace('ë', '\ufffd') })
    expect(code).toBe('signature_wrong')
    expect(message).toContain('lost characters when it was decoded')
  })

  test('behavior: identifies each of several secrets by its position', async () => {
    const { message } = await diagnosisOf({ secret: [endpointSecret, 'changeme'] })
    expect(message).toContain('with any of the secrets')
    expect(message).toContain("Secret 1 of 2 is an endpoint's secret")
    expect(message).toContain('Secret 2 of 2 looks like a placeholder')
  })

  test('behavior: does not search a very large body', async () => {
    const large = JSON.stringify({ text: 'a'.repeat(300_000) })
    const signed = signWebhook(large)
    expect((await diagnosisOf({ body: `${large}\n`, headers: signed })).code).toBe(
      'signature_wrong',
    )
  })

  test.each([
    ['nested deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['full of line breaks', `${'\n'.repeat(200_000)}x`],
  ])('behavior: rejects a hostile body %s within seconds', async (_, receivedBody) => {
    const startedAt = performance.now()
    expect((await diagnosisOf({ body: receivedBody })).code).toBe('signature_wrong')
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })

  test('property: never reveals a secret or a signature', async () => {
    const aSecret = fc.constantFrom(secret, `${secret}\n`, `"${secret}"`, secret.slice(0, -3))
    const aBody = fc.oneof(fc.constantFrom(body, `${body}\n`, JSON.stringify(body)), fc.string())
    const aHeader = fc.constantFrom(...(Object.keys(headers) as (keyof typeof headers)[]))
    await fc.assert(
      fc.asyncProperty(aSecret, aBody, aHeader, async (used, sent, omitted) => {
        const { [omitted]: _, ...rest } = headers
        const error: unknown = await verifyWebhook({
          body: sent,
          headers: rest,
          secret: used,
        }).then(
          () => null,
          (thrown) => thrown,
        )
        const output = inspect(error, { depth: null, showHidden: true })
        expect(error === null || error instanceof WebhookError).toBe(true)
        expect(output).not.toContain('Secret0')
        expect(output).not.toContain(headers['x-service-signature'].slice(7, 20))
        expect(output).not.toContain(headers['webhook-signature'].slice(3, 16))
      }),
      { numRuns: 200 },
    )
  })
})

async function diagnosisOf(input: Partial<WebhookInput>) {
  const thrown: unknown = await verifyWebhook({ body, headers, secret, ...input }).catch(
    (error: unknown) => error,
  )
  if (!(thrown instanceof WebhookError)) throw new Error('not rejected', { cause: thrown })
  return { code: thrown.code, message: thrown.message }
}
