import { AppError } from '../../lib/errors.js'
import { MINUTE_MS, type UnixMs } from '../../lib/time.js'
import type { Person } from './sessions.js'

/** How long a sign-in or step-up counts. */
const stepUpMs = 5 * MINUTE_MS

/**
 * Requires that a person proved their identity in the last five minutes. A stolen or forgotten
 * session must not change where money goes, or who has access.
 *
 * @throws {AppError} `step_up_required`.
 */
export function requireStepUp({ verifiedAt }: Pick<Person, 'verifiedAt'>, now: UnixMs): void {
  if (now - verifiedAt <= stepUpMs) return
  throw new AppError(
    'step_up_required',
    'Confirm your identity: sign again with POST /api/auth/step-up, then repeat the request.',
  )
}
