/// <reference lib="dom" />
import type { Page } from './browser.js'

type Json = Record<string, unknown>

export type VirtualAuthenticator = {
  /** Creates a passkey on the page, with options of the service. */
  create(options: Json): Promise<Json>
  /** Signs with a passkey on the page. */
  get(options: Json): Promise<Json>
  /** Sets whether the device recognizes the person. Without that, a prompt is canceled. */
  setVerified(isUserVerified: boolean): Promise<void>
  /** Sets the counter of the only passkey, as on a copy of the device. */
  setCounter(counter: number): Promise<void>
  /** Adds the passkeys of another authenticator, as a device that shares them. */
  copyFrom(other: VirtualAuthenticator): Promise<void>
  list(): Promise<Credential[]>
}

type Credential = {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
}

/** Gives a page a device with a screen lock, which unlocks at once. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const list = async () => {
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    return credentials as Credential[]
  }
  const add = (credential: Credential) =>
    session.send('WebAuthn.addCredential', { authenticatorId, credential })

  return {
    list,
    create: (options) =>
      page.evaluate(async (json) => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
        const credential = await navigator.credentials.create({ publicKey })
        return { ...(credential as PublicKeyCredential).toJSON() }
      }, options),
    get: (options) =>
      page.evaluate(async (json) => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
        const credential = await navigator.credentials.get({ publicKey })
        return { ...(credential as PublicKeyCredential).toJSON() }
      }, options),
    async setVerified(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async setCounter(signCount) {
      const [credential] = await list()
      if (!credential) throw new Error('The authenticator has no passkey.')
      const { credentialId } = credential
      await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await add({ ...credential, signCount })
    },
    async copyFrom(other) {
      for (const credential of await other.list()) await add(credential)
    },
  }
}
