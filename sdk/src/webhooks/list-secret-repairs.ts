import { endpointPrefix, findKeys, type Secret } from './read-secrets.js'

/** A secret as it may have been before it was copied. */
export type SecretRepair = {
  secret: Secret
  /** What to undo, to follow "once". */
  undo: string
}

/** What a secret may have been before the usual accidents. Not one of them is the secret itself. */
export function listSecretRepairs({ text }: Secret): SecretRepair[] {
  const trimmed = text.trim()
  const bare = trimmed.replace(/^(["'`])(.*)\1$/s, '$2').trim()
  const repairs = [
    ['the white space around the secret is removed', trimmed],
    ['the quotes around the secret are removed', bare],
    ['whsec_ is put before the secret again', endpointPrefix + bare],
  ] as const

  return repairs.flatMap(([undo, repaired]) => {
    const secret = repaired === text ? null : findKeys(repaired)
    return secret === null ? [] : [{ secret, undo }]
  })
}
