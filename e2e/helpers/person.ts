import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** A signed-in user that calls the service as its pages do. */
export type Person = {
  wallet: string
  /** Credentials of the session. */
  headers: { cookie: string; 'x-csrf-token': string }
  call(origin: string, path: string, options?: CallOptions): Promise<Response>
}

type CallOptions = { method?: string; body?: object; headers?: Record<string, string> }

/** Signs in at `origin` with a wallet's key. `baseUrl` is the service's own setting. */
export async function signIn(
  origin: string,
  { baseUrl, privateKey }: { baseUrl: string; privateKey: `0x${string}` },
): Promise<Person> {
  const account = privateKeyToAccount(privateKey)
  const { nonce } = await readJson<{ nonce: string }>(await fetch(`${origin}/api/auth/nonce`))
  const message = createSiweMessage({
    address: account.address,
    domain: new URL(baseUrl).host,
    uri: baseUrl,
    version: '1',
    chainId: 84_532,
    nonce,
  })
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature: await account.signMessage({ message }) }),
  })
  if (!response.ok) throw new Error(`The sign-in failed: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { csrfToken } = await readJson<{ csrfToken: string }>(response)

  return {
    wallet: account.address,
    headers: { cookie, 'x-csrf-token': csrfToken },
    call: (target, path, { method = 'GET', body, headers } = {}) =>
      fetch(`${target}${path}`, {
        method,
        headers: {
          cookie,
          'x-csrf-token': csrfToken,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

/** Returns the body of a response, typed as the test expects it. */
export async function readJson<Shape>(response: Response): Promise<Shape> {
  return (await response.json()) as Shape
}
