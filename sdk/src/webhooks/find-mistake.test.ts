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

describe('findMistake', () => {
  test('default', async () => {
    expect(await mistakeOf({ secret: developerKey.replace('tly_test', 'tly_live') })).toEqual({
      code: 'signature_wrong',
      message: expect.stringMatching(
        /^x-service-signature and webhook-signature are not of the secret and this body\. The secret is a developer key, but not the one that made this receipt.* pass the old key as well as the new one\..*express\.raw/,
      ),
    })
  })

  test.each([
    ['a space after it', `${secret} `, 'the white space around the secret is removed'],
    ['a line break after it', `${secret}\n`, 'the white space around the secret is removed'],
    ['quotes around it', `"${secret}"`, 'the quotes around the secret are removed'],
    ['quotes and a line break', `'${secret}'\r\n`, 'the quotes around the secret are removed'],
  ])('error: the secret has %s', async (_, given, undo) => {
    expect(await mistakeOf({ secret: ['tly_test_other', given] })).toEqual({
      code: 'secret_unusable',
      message: `The signature is right once ${undo}. Correct it where the secret is kept.`,
    })
  })

  test.each([
    ['without its prefix', endpointSecret.slice(6), 'whsec_ is put before the secret again'],
    ['with a line break', `${endpointSecret}\n`, 'the white space around the secret is removed'],
  ])('error: the secret of an endpoint %s', async (_, given, undo) => {
    const signed = signWebhook(body, { secret: endpointSecret })
    const { code, message } = await mistakeOf({ headers: signed, secret: given })
    expect(code).toBe('secret_unusable')
    expect(message).toContain(undo)
  })

  test.each<[string, WebhookInput['body'], string]>([
    ['has a byte order mark', `\ufeff${body}`, 'the byte order mark at its start is removed'],
    ['has a line break', `${body}\n`, 'the line break at its end is removed'],
    ['has a line break of Windows', `${body}\r\n`, 'the line break at its end is removed'],
    ['has both', `\ufeff${body}\n`, 'all white space around it is removed'],
    ['has a space', `${body} `, 'all white space around it is removed'],
    ['was written with spaces', JSON.stringify(JSON.parse(body), null, 2), 'without added spaces'],
    [
      'was written with escapes',
      body.replace('ë', '\\u00eb').replace('/', '\\/'),
      'without added spaces and escapes',
    ],
    ['was made JSON twice', JSON.stringify(body), 'taken out of the JSON text'],
    ['is base64', Buffer.from(body).toString('base64'), 'decoded from base64'],
    ['was read as Latin-1', Buffer.from(body).toString('latin1'), 'no longer read as Latin-1'],
  ])('error: the body %s', async (_, given, undo) => {
    const { code, message } = await mistakeOf({ body: given, secret: ['tly_test_other', secret] })
    expect(code).toBe('body_changed')
    expect(message).toContain('The signature is right for the body once')
    expect(message).toContain(undo)
  })

  test('error: one signature is right and the other is wrong', async () => {
    const changed = { ...headers, 'webhook-id': 'msg_1' }
    const { code, message } = await mistakeOf({ headers: changed })
    expect(code).toBe('headers_contradict')
    expect(message).toContain('x-service-signature is right and webhook-signature is wrong')
  })

  test('error: the body lost characters', async () => {
    const { code, message } = await mistakeOf({ body: body.replace('ë', '\ufffd') })
    expect(code).toBe('signature_wrong')
    expect(message).toContain('lost when it was decoded')
  })

  test('behavior: several secrets are told apart by their place', async () => {
    const { message } = await mistakeOf({ secret: [endpointSecret, 'changeme'] })
    expect(message).toContain('not of any of the secrets')
    expect(message).toContain('Secret 1 of 2 is of an endpoint of the shop')
    expect(message).toContain('Secret 2 of 2 looks like a placeholder')
  })

  test('behavior: nothing is looked for in a very large body', async () => {
    const large = JSON.stringify({ text: 'a'.repeat(300_000) })
    const signed = signWebhook(large)
    expect((await mistakeOf({ body: `${large}\n`, headers: signed })).code).toBe('signature_wrong')
  })

  test.each([
    ['nested deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['of line breaks', `${'\n'.repeat(200_000)}x`],
  ])('behavior: a stranger gets an answer soon, whatever is sent (%s)', async (_, given) => {
    const startedAt = performance.now()
    expect((await mistakeOf({ body: given })).code).toBe('signature_wrong')
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })

  test('behavior: shows neither a secret nor a signature, whatever is wrong', async () => {
    const aSecret = fc.constantFrom(secret, `${secret}\n`, `"${secret}"`, secret.slice(0, -3))
    const aBody = fc.oneof(fc.constantFrom(body, `${body}\n`, JSON.stringify(body)), fc.string())
    const aHeader = fc.constantFrom(...(Object.keys(headers) as (keyof typeof headers)[]))
    await fc.assert(
      fc.asyncProperty(aSecret, aBody, aHeader, async (used, sent, left) => {
        const { [left]: _, ...rest } = headers
        const error: unknown = await verifyWebhook({
          body: sent,
          headers: rest,
          secret: used,
        }).then(
          () => null,
          (thrown) => thrown,
        )
        const shown = inspect(error, { depth: null, showHidden: true })
        expect(error === null || error instanceof WebhookError).toBe(true)
        expect(shown).not.toContain('Secret0')
        expect(shown).not.toContain(headers['x-service-signature'].slice(7, 20))
        expect(shown).not.toContain(headers['webhook-signature'].slice(3, 16))
      }),
      { numRuns: 200 },
    )
  })
})

async function mistakeOf(input: Partial<WebhookInput>) {
  const thrown: unknown = await verifyWebhook({ body, headers, secret, ...input }).catch(
    (error: unknown) => error,
  )
  if (!(thrown instanceof WebhookError)) throw new Error('it was verified', { cause: thrown })
  return { code: thrown.code, message: thrown.message }
}
