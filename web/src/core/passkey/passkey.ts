type Json = Record<string, unknown>

/** The result of a prompt for a passkey. `response` is for the service. */
export type PasskeyOutcome =
  | { kind: 'done'; response: Json }
  /** The person closed the prompt, or it timed out. Browsers do not tell which. */
  | { kind: 'canceled' }
  /** The device has a passkey of this person. */
  | { kind: 'exists' }
  | { kind: 'unsupported' }
  | { kind: 'failed' }

/** Returns whether this browser can use passkeys here: they need https, or localhost. */
export function hasPasskeys(target: Pick<Window, 'isSecureContext' | 'location'>): boolean {
  // Passkeys belong to a name, so pages at an IP address have none.
  const isAddress = /^[\d.]+$|^\[/.test(target.location.hostname)
  return target.isSecureContext && 'PublicKeyCredential' in target && !isAddress
}

/** Creates a passkey with the options of the service. Never throws. */
export async function createPasskey(
  credentials: CredentialsContainer,
  options: Json,
): Promise<PasskeyOutcome> {
  const user = options['user'] as Json
  const publicKey = {
    ...options,
    challenge: decode(options['challenge']),
    user: { ...user, id: decode(user['id']) },
    excludeCredentials: decodeIds(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions
  return prompt(
    () => credentials.create({ publicKey }),
    (response: AuthenticatorAttestationResponse) => ({
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    }),
  )
}

/** Asks for a passkey of this site. Never throws. */
export async function getPasskey(
  credentials: CredentialsContainer,
  options: Json,
): Promise<PasskeyOutcome> {
  const publicKey = {
    ...options,
    challenge: decode(options['challenge']),
    allowCredentials: decodeIds(options['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions
  return prompt(
    () => credentials.get({ publicKey }),
    (response: AuthenticatorAssertionResponse) => ({
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      ...(response.userHandle && { userHandle: encode(response.userHandle) }),
    }),
  )
}

/** Older browsers lack `toJSON` of credentials. */
async function prompt<Response extends AuthenticatorResponse>(
  ask: () => Promise<Credential | null>,
  read: (response: Response) => Json,
): Promise<PasskeyOutcome> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null
    if (!credential) return { kind: 'canceled' }
    const id = encode(credential.rawId)
    const clientDataJSON = encode(credential.response.clientDataJSON)
    const response = { clientDataJSON, ...read(credential.response as Response) }
    return { kind: 'done', response: { id, rawId: id, type: credential.type, response } }
  } catch (error) {
    return { kind: kindOf(error instanceof Error ? error.name : '') }
  }
}

function kindOf(name: string): Exclude<PasskeyOutcome['kind'], 'done'> {
  if (name === 'NotAllowedError' || name === 'AbortError') return 'canceled'
  if (name === 'InvalidStateError') return 'exists'
  if (name === 'NotSupportedError' || name === 'SecurityError') return 'unsupported'
  return 'failed'
}

function decodeIds(descriptors: unknown): Json[] {
  const list = Array.isArray(descriptors) ? (descriptors as Json[]) : []
  return list.map((descriptor) => ({ ...descriptor, id: decode(descriptor['id']) }))
}

function decode(text: unknown): Uint8Array {
  const base64 = String(text).replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function encode(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
