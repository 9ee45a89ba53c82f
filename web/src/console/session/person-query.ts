import { consoleTexts } from '../../core/texts/en-console.js'
import { toApiError } from '../api/api-error.js'
import { createApi } from '../api/create-api.js'
import { hasSessionCookie, type Me } from './session.js'

/** Reads who is signed in, or null. */
export const personQuery = {
  queryKey: ['me'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Me | null> =>
    // Without its cookie, there is no session to read.
    hasSessionCookie() ? readPerson(signal) : null,
  staleTime: 5 * 60_000,
}

async function readPerson(signal: AbortSignal): Promise<Me | null> {
  const api = createApi({
    merchant: null,
    csrfToken: () => null,
    fetch: fetch.bind(window),
    noAnswer: consoleTexts.states.noAnswer,
    stepUp: async () => false,
    onSignedOut() {},
  })
  try {
    return await api.call('get', '/api/auth/me', { signal })
  } catch (error) {
    if (toApiError(error).status === 401) return null
    throw error
  }
}
