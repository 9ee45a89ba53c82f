import { endpointPrefix, findKeys, type Secret } from './read-secrets.js'

/** A secret as it may have been before a copying mistake. */
export type SecretRepair = {
  secret: Secret
  /** The correction, phrased to follow "after". */
  fix: string
}

/**
 * Returns the secret with common copying mistakes undone. Omits corrections that change nothing.
 */
export function listSecretRepairs({ text }: Secret): SecretRepair[] {
  const trimmed = text.trim()
  const bare = trimmed.replace(/^(["'`])(.*)\1$/s, '$2').trim()
  const repairs = [
    ['removing the white space around the secret', trimmed],
    ['removing the quotes around the secret', bare],
    ['restoring the prefix whsec_ of the secret', endpointPrefix + bare],
  ] as const

  return repairs.flatMap(([fix, repaired]) => {
    const secret = repaired === text ? null : findKeys(repaired)
    return secret === null ? [] : [{ secret, fix }]
  })
}
