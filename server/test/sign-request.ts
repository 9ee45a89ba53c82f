import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { TestApp } from './harness.js'

export type SiwxInfo = Parameters<typeof createSIWxPayload>[0]

type SignOptions = {
  path: string
  privateKey?: `0x${string}`
  /** Replaces fields of the challenge before it is signed. */
  change?: Partial<SiwxInfo>
}

/**
 * Gets a challenge for a resource and signs it as the x402 client does. Returns the headers of the
 * request.
 */
export async function signRequest(
  app: Pick<TestApp, 'inject'>,
  { path, privateKey, change }: SignOptions,
): Promise<Record<string, string>> {
  const response = await app.inject(`/api/auth/challenge?path=${encodeURIComponent(path)}`)
  const { info, supportedChains } = response.json().extensions['sign-in-with-x']
  return signChallenge({ ...info, ...supportedChains[0], ...change }, privateKey)
}

/** Signs the fields of a challenge, by default with a new wallet. */
export async function signChallenge(
  info: SiwxInfo,
  privateKey = generatePrivateKey(),
): Promise<Record<string, string>> {
  const account = privateKeyToAccount(privateKey)
  const payload = await createSIWxPayload(info, account, info.uri)
  return { 'sign-in-with-x': encodeSIWxHeader(payload) }
}
