import { describe, expect, test } from 'vitest'
import { createPasskey, getPasskey, hasPasskeys } from './passkey.js'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const read = (view: unknown) => [...(view as Uint8Array)]

const creation = {
  challenge: '-_8',
  rp: { id: 'tally.test' },
  user: { id: 'AQI', name: 'Ada' },
  excludeCredentials: [{ id: 'AwQ', type: 'public-key' }],
}

/** A container whose prompts return this credential, or throw. */
function containerOf(respond: (options: unknown) => unknown): CredentialsContainer {
  const ask = async (options: unknown) => respond(options) as Credential
  return { create: ask, get: ask } as unknown as CredentialsContainer
}

const failing = (name: string) =>
  containerOf(() => {
    throw Object.assign(new Error('refused'), { name })
  })

describe('createPasskey', () => {
  test('default: decodes the options and encodes the credential', async () => {
    let given: { publicKey: Record<string, unknown> } | null = null
    const credentials = containerOf((options) => {
      given = options as typeof given
      return {
        rawId: bytes(251, 255),
        type: 'public-key',
        response: {
          clientDataJSON: bytes(1),
          attestationObject: bytes(2),
          getTransports: () => ['internal'],
        },
      }
    })
    expect(await createPasskey(credentials, creation)).toEqual({
      kind: 'done',
      response: {
        id: '-_8',
        rawId: '-_8',
        type: 'public-key',
        response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
      },
    })
    const { publicKey } = given as unknown as { publicKey: typeof creation }
    expect(read(publicKey.challenge)).toEqual([251, 255])
    expect(read(publicKey.user.id)).toEqual([1, 2])
    expect(read(publicKey.excludeCredentials[0]?.id)).toEqual([3, 4])
  })

  test.each([
    ['NotAllowedError', 'canceled'],
    ['InvalidStateError', 'exists'],
    ['SecurityError', 'unsupported'],
    ['TypeError', 'failed'],
  ])('error: %s means %s', async (name, kind) => {
    expect(await createPasskey(failing(name), creation)).toEqual({ kind })
  })
})

describe('getPasskey', () => {
  test('default: leaves out a missing user handle', async () => {
    const response = {
      clientDataJSON: bytes(1),
      authenticatorData: bytes(2),
      signature: bytes(3),
      userHandle: null,
    }
    const credentials = containerOf(() => ({ rawId: bytes(4), type: 'public-key', response }))
    expect(await getPasskey(credentials, { challenge: 'AQ' })).toMatchObject({
      kind: 'done',
      response: {
        id: 'BA',
        response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw' },
      },
    })
  })

  test('error: a prompt without a result is canceled', async () => {
    expect(
      await getPasskey(
        containerOf(() => null),
        { challenge: 'AQ' },
      ),
    ).toEqual({
      kind: 'canceled',
    })
  })
})

describe('hasPasskeys', () => {
  test.each([
    ['localhost', true, true],
    ['shop.test', true, true],
    ['shop.test', false, false],
    ['127.0.0.1', true, false],
    ['[::1]', true, false],
  ])('default: on %s, secure %s: %s', (hostname, isSecureContext, expected) => {
    const target = { isSecureContext, location: { hostname }, PublicKeyCredential: {} }
    expect(hasPasskeys(target as never)).toBe(expected)
  })
})
